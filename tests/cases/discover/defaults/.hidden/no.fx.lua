local shader = Shader("no")
