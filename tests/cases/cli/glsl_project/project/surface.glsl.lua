local surface = Shader("Surface")
surface.Branches = { "lit", "shifted" }
surface.Technique.VertexShader = "vertex"
surface.Technique.PixelShader = "shade"
