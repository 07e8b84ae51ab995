local shader = Shader("c")
