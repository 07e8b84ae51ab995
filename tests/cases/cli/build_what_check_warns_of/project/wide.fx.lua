local wide = Shader("Wide")
wide.Branches = { "g_bUsed", Int("g_nFirst", 0, 1023), Int("g_nSecond", 0, 1023) }
wide.Technique.VertexShader = "MainVS"
