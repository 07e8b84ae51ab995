local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
string.extra = 1
