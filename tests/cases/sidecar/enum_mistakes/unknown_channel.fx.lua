local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
t.RenderState.ColorWriteState = ColorWriteState.RBG_
