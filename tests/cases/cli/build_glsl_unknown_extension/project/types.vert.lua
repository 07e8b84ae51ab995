local types = Shader("Types")
types.Technique.VertexShader = "main"
