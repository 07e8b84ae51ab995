local a = Shader("A")

local b = Shader("A")
