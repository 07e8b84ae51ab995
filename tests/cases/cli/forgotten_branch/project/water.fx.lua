-- `Specialize` writes the branch that the source spells otherwise, so that it is not unused.
local water = Shader("Water")
water.Branches = { "g_bFoam", "g_bDeep" }
function water.Specialize(permutation)
    if permutation.g_bDeep then permutation.g_bFoam = false end
    local technique = Technique()
    technique.PixelShader = "main"
    return technique, permutation
end
