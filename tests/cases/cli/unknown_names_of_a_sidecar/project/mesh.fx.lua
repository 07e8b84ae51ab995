local mesh = Shader("Mesh")
mesh.Branches = { "g_bFog" }
function mesh.Specialize(permutation)
    local technique = Technique()
    technique.PixelShader = "MeshPS"
    return technique, permutation
end
