CreateInfo("c")
  :additional_info("a")
CreateInfo("own"):additional_info("own")
