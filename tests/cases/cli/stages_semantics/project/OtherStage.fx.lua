local shader = Shader("OtherStage")
shader.Technique.VertexShader = "MeshVS"
shader.Technique.PixelShader = "MeshVS"
