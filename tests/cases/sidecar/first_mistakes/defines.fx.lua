local mesh = Shader("Mesh")
mesh.Technique.PixelShader = "PS"
mesh.Technique.Defines = { "FOG" }
mesh.Technique.Metadata[1] = 2
