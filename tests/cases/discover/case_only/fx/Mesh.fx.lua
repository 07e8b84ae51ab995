local shader = Shader("Mesh")
