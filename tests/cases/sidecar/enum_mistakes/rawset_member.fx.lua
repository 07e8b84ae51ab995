local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
rawset(CullMode, "Both", 3)
