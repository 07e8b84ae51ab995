local shader = Shader("Layers")
shader.Branches = {}
function shader.Specialize(permutation)
    local technique = Technique()
    technique.ComputeShader = "main"
    return technique, permutation
end
