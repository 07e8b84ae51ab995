local s = Shader("A")
