for number = 1, 300 do
  CreateInfo("deep_" .. number):additional_info("deep_" .. number + 1)
end
CreateInfo("deep_301"):define("LAST")
