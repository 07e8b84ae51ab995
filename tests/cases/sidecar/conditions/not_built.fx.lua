-- Permutations that are not built make no condition longer.
local a = Shader("A")
a.Branches = { "g_bAlphaTest", "g_bDepth", "g_bFoliage" }
function a.Specialize(p)
    if p.g_bAlphaTest and p.g_bDepth then return nil end
    if p.g_bAlphaTest and not p.g_bFoliage then return nil end
    local t = Technique()
    t.PixelShader = "main"
    if p.g_bAlphaTest then t.PixelShadr = "main" end
    return t, p
end
