local shader = Shader("bloom")
