local shader = Shader("old")
