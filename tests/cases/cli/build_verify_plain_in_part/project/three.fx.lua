local three = Shader("Three")
three.Branches = { "a", "b", "c" }
three.Technique.PixelShader = "main"
