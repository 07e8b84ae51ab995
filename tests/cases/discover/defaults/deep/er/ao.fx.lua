local shader = Shader("ao")
