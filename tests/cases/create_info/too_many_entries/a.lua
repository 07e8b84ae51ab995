local bases = {}
for base = 1, 4 do
  local info = CreateInfo("base_" .. base)
  for number = 1, 1000 do
    info:define("D" .. base .. "_" .. number)
  end
  bases[base] = info
end
for number = 1, 400 do
  CreateInfo("info_" .. number):additional_info(bases[1], bases[2], bases[3], bases[4])
end
