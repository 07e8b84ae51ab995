local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
table.insert(CullMode, 3)
