local program = Shader("PslShapes")

function program.Specialize(permutation)
    local technique = Technique()
    technique.VertexShader = "PslVS"
    technique.PixelShader = "PslPS"
    return technique, permutation
end
