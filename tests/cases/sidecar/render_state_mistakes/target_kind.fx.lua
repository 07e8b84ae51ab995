local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
t.RenderState.RenderTarget[1] = 4
