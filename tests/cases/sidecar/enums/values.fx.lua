local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"

local names = {}
for name, value in pairs(CullMode) do table.insert(names, name .. "=" .. tostring(value)) end
for at, value in ipairs(Stencil) do table.insert(names, at .. ":" .. `{value}`) end
for name in FillMode do table.insert(names, name) end
for name in pairs(ColorWriteState) do table.insert(names, name) end
print(table.concat(names, " "), #BlendMode, tostring(BlendOp))
assert(CullMode.None == CullMode.None and CullMode.None ~= CullMode.CW and CullMode.CW ~= FrontFace.CW)
print(string.format("%s", CullMode.CCW), "a" .. CullMode.CW, next(FillMode) ~= nil)
