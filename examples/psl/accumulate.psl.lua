local program = Shader("PslAccumulate")

function program.Specialize(permutation)
    local technique = Technique()
    technique.VertexShader = "PslVS"
    technique.PixelShader = "PslPS"
    return technique, permutation
end
