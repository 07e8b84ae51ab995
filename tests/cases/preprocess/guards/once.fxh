_Pragma("once")
once
