local shader = Shader("other")
