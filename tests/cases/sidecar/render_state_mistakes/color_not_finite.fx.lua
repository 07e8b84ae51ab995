local s = Shader("A")
s.Technique.PixelShader = "main"
s.Technique.RenderState.BlendFactor = {0, 0/0, 1, 1}
s.Technique.RenderState.BlendFactor = {0, 1, "1", 1}
