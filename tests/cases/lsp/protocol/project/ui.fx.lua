local shader = Shader("Ui")
shader.Technique.VertexShader = "UiVS"
shader.Technique.PixelShader = "UiPS"
