local shader = Shader("Both")
shader.Branches = { "g_Reads" }
function shader.Specialize(permutation)
    local technique = Technique()
    technique.VertexShader = "vs"
    technique.PixelShader = permutation.g_Reads and "reads" or "ps"
    return technique, permutation
end
