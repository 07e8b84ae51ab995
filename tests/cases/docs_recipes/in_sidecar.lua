local mesh, water = Shader("Mesh"), Shader("Water")
for _, shader in { mesh, water } do
    shader.Branches = { "g_bFog", Int("g_nLights", 0, 3) }
    function shader.Specialize(permutation)
        local technique = Technique()
        technique.VertexShader, technique.PixelShader = "MeshVS", "MeshPS"
        return technique, permutation
    end
end
local shader = mesh
--RECIPE--
