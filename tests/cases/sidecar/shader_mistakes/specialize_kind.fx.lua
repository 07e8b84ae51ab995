local s = Shader("A")
s.Specialize = "main"
