local shader = Shader("both")
