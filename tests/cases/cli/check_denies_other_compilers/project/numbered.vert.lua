local numbered = Shader("Numbered")
numbered.Technique.VertexShader = "main"
