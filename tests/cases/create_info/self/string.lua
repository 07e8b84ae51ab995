CreateInfo("b").define("X", "1")
