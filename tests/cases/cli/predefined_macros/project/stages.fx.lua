local stages = Shader("Stages")
stages.Branches = { "g_bOld" }
function stages.Specialize(permutation)
    local technique = Technique()
    technique.VertexShader = "main"
    technique.PixelShader = "main"
    if permutation.g_bOld then
        technique.Profile = "6_0"
    end
    return technique, permutation
end
