local mesh = Shader("Mesh")
mesh.Branches = { "g_bSkinned", "g_bShadow", "g_bFogg", Int("g_nOne", 3, 3), "g_bWet" }
function mesh.Specialize(permutation)
    -- A branch that is always written is used.
    permutation.g_bWet = false
    local technique = Technique()
    technique.PixelShader = "Main"
    return technique, permutation
end
