local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
t.Defines = { BIT = tonumber(cpp.kBIT) + 1, T = type(cpp.kBIT), E = "[" .. cpp.EMPTY .. "]" }
t.VertexShader = cpp.NAME
local names = {}
for name in pairs(cpp) do names[#names + 1] = name end
table.sort(names)
print(table.concat(names, " "))
