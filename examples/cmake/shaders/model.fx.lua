local model = Shader("Model")
model.Branches = { "g_bLit" }
function model.Specialize(permutation)
    local technique = Technique()
    technique.VertexShader, technique.PixelShader = "ModelVS", "ModelPS"
    return technique, permutation
end
