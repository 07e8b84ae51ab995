local s = Shader(4)
