Shader("A").Technique = { VertexShader = "vs", PixelShader = "ps" }
