local shader = Shader("Fallback")
shader.Branches = { "g_bA" }
shader.Fallback = { g_bA = true }
function shader.Specialize(permutation)
    if permutation.g_bA then
        return nil
    end
    local technique = Technique()
    technique.PixelShader = "Main"
    return technique, permutation
end
