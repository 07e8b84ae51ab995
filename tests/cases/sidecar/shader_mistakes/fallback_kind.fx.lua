local s = Shader("A")
s.Fallback = 4
