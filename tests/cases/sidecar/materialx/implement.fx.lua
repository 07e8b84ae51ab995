MaterialX.implement("IM_a", function() end)
local ok, problem = pcall(function() MaterialX.implement("IM_a", function() end) end)
print(ok, problem)
for _, wrong in { { 5 }, { "IM_b" }, { "IM_c", print, 5 }, { "IM_d", print, { constant = {} } } } do
    print(pcall(function() MaterialX.implement(table.unpack(wrong)) end))
end
MaterialX.implement("IM_a", function() end)
