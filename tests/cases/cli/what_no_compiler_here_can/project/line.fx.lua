local line = Shader("Line")
function line.Specialize(permutation)
    local technique = Technique()
    technique.VertexShader = "MainVS"
    technique.GeometryShader = "MainGS"
    technique.PixelShader = "MainPS"
    return technique, permutation
end
