local s = Shader("A")
s.Source = 4
