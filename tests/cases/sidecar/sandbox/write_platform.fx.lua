local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
RENDERER_DX9 = true
