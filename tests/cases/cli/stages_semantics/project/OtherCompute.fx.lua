local shader = Shader("OtherCompute")
shader.Technique.VertexShader = "VS"
shader.Technique.PixelShader = "BlurCS"
