local mesh = Shader("Interpolation")

mesh.Technique.MeshShader = "mesh"
mesh.Technique.PixelShader = "fragment"
