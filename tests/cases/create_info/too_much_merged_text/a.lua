CreateInfo("text"):typedef_source_generated(string.rep("x", 1048576))
for number = 1, 150 do
  CreateInfo("info_" .. number):additional_info("text")
end
