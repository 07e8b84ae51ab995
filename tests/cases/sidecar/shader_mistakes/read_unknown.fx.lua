local s = Shader("A")
print(s.Tecnique)
