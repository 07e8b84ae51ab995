local views = Shader("Views")
views.Technique.VertexShader = "main"
