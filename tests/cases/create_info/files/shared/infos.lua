return CreateInfo("shared"):define("SHARED")
