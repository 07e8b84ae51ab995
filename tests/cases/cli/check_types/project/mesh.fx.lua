local mesh = Shader("Mesh")
mesh.Branches = { "g_bSkinned" }
mesh.Technique.PixelShader = "Main"
local other = Shader("Other")
other.Technique.PixelShader = "Truncated"
