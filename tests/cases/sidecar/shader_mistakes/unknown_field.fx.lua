local s = Shader("A")
s.Branchs = {}
