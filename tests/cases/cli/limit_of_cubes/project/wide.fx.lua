local shader = Shader("Wide")
shader.Branches = { "a", "b", "c", "d" }

function shader.Specialize(permutation)
    local technique = Technique()
    technique.PixelShader = "Main"
    technique.Metadata = { count = 0 }
    for _, name in { "a", "b", "c", "d" } do
        if permutation[name] then
            technique.Metadata.count += 1
        end
    end
    return technique, permutation
end
