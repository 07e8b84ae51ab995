local faces = Shader("Faces")
faces.Technique.MeshShader, faces.Technique.PixelShader = "mesh", "fragment"
