local a = Shader("A")
a.Branches = { "b" }
a.Technique.PixelShader = "main"
