local shader = Shader("Marks")
shader.Branches = { "RESULT" }
function shader.Specialize(permutation)
    local technique = Technique()
    technique.ComputeShader = "main"
    return technique, permutation
end
