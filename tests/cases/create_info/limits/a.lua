local info = CreateInfo("many")
for number = 1, 5000 do
  info:define("D" .. number)
end
