local shader = Shader("gone")
