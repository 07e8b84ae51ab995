local shader = Shader("Paste")
shader.Technique.PixelShader = "MainPS"
shader.Technique.Defines["PASTE"] = "## x"
shader.Technique.Defines["__LINE__"] = 3
