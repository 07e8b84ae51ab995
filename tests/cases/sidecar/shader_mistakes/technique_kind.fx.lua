local s = Shader("A")
s.Technique = "main"
