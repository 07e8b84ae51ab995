local s = Shader("A")
s.Technique.PixelShader="main"
s.Fallback="B"
local t = Shader("T")
t.Technique.PixelShader="main"
t.Fallback="Tee"
