local tint = Shader("Tint")
function tint.Specialize(permutation)
    local technique = Technique()
    technique.PixelShader = "MainPS"
    return technique, permutation
end
