local own = Shader("Own")
own.Branches = { "g_bFog" }
function own.Specialize(permutation)
    local technique = Technique()
    technique:from_info(permutation.g_bFog and "quad_fog" or "quad")
    return technique, permutation
end
