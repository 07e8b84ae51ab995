local mesh = Shader("Mesh")
mesh.Branches = { "g_bFog" }
function Specialize(permutation)
    return Technique(), permutation
end
