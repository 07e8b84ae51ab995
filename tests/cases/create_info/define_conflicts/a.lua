CreateInfo("one"):define("MODE", "1"):define("SAME", "x")
CreateInfo("two"):define("MODE", "2"):define("SAME", "x")
CreateInfo("both"):additional_info("one", "two")
