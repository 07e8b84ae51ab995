local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
t.RenderState.BlendFactor = {1, 1, 1, "1"}
