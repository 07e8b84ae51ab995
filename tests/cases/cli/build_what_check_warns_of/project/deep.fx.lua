local deep = Shader("Deep")
deep.Branches = { "g_bDeep" }
deep.Technique.VertexShader = "MainVS"
