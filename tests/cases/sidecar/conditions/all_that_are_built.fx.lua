local a = Shader("A")
a.Branches = { "g_bAlphaTest", "g_bDepth" }
function a.Specialize(p)
    if p.g_bAlphaTest then return nil end
    return Technique { PixelShadr = "main" }, p
end
