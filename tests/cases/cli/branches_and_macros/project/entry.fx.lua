local shader = Shader("Entry")
shader.Branches = { "on" }
function shader.Specialize(permutation)
    local technique = Technique()
    technique.PixelShader = "Main"
    technique.Defines = { WITH_MAIN = permutation.on }
    return technique, permutation
end
