local s = Shader("A")
s.Dialect = "not a name"
