CreateInfo("a"):additional_info("b")
CreateInfo("b"):additional_info("c")
