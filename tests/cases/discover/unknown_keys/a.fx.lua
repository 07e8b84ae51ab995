local shader = Shader("a")
