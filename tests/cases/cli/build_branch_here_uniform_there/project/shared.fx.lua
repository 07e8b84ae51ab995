-- A branch of the one is a uniform of the other.
local lit = Shader("Lit")
lit.Branches = { "g_bLit" }
lit.Technique.PixelShader = "Main"

local far = Shader("Far")
far.Branches = { "g_bFar" }
far.Technique.PixelShader = "Main"
