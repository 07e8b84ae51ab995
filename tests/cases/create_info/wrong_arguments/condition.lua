CreateInfo("g"):additional_info_if(function() return 1 end, "h")
CreateInfo("h")
