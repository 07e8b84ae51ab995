local s = Shader("C"
