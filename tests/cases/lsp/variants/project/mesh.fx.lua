local shader = Shader("Mesh")

shader.Branches = { "g_bFog", "g_bTint", Enum("g_Quality", { "Low", "Medium", "High" }) }
shader.Technique.VertexShader = "MeshVS"
shader.Technique.PixelShader = "MeshPS"
