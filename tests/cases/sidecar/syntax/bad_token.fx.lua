local s = Shader("A")
s.Branches = { "a" "b" }
