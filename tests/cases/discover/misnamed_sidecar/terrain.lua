local shader = Shader("Terrain")
