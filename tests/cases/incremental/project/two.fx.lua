local two = Shader("Two")
function two.Specialize(permutation)
    local technique = Technique()
    technique.ComputeShader = "MainCS"
    return technique, permutation
end
