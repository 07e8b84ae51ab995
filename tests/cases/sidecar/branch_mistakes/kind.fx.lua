local s = Shader("A")
s.Branches = "g_bA"
