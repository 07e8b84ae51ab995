Shader("Mesh").Technique = { VertexShader = "vs", PixelShader = "ps" }
