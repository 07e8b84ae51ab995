local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
cpp.kBIT = 4
