local shader = Shader("tone")
