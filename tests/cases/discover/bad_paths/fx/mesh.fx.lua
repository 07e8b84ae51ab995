local shader = Shader("mesh")
