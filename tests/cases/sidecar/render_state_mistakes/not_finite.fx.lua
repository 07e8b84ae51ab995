local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
t.RenderState.SlopeScaleDepthBias = 0 / 0
