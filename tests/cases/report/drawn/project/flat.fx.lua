local flat = Shader("Flat")
flat.Branches = { "g_bTextured", "g_bRed" }
flat.Technique.VertexShader = "MainVS"
flat.Technique.PixelShader = "MainPS"

local compute = Shader("Compute")
compute.Technique.ComputeShader = "MainCS"
