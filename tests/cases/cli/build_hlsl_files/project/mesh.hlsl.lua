local mesh = Shader("Mesh")
mesh.Technique.VertexShader = "MainVS"
mesh.Technique.PixelShader = "MainPS"
