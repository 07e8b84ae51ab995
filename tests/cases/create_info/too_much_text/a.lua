local text = string.rep("x", 1048576)
for number = 1, 100 do
  CreateInfo("info_" .. number):typedef_source_generated(text)
end
