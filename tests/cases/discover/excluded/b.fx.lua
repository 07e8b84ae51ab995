local shader = Shader("b")
