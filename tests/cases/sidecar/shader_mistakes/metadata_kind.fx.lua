local s = Shader("A")
s.Metadata = { A = {} }
