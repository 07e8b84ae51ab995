local one = Shader("One")
one.Branches = { "a" }
one.Technique.PixelShader = "main"
