local copper = Shader("Copper")
copper.Branches = { "transparency", "shadow_map" }
copper.Technique.VertexShader, copper.Technique.PixelShader = "main", "main"
