CreateInfo("c"):define("A", "1", "2")
