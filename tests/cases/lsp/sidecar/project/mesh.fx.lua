local shader = Shader("Mesh")

shader.Branches = { "g_bFog", Enum("g_Quality", { "Low", "High" }) }

function shader.Specialize(permutation)
    local technique = Technique()
    technique.VertexShader = "MeshVS"
    technique.PixelShader = "MeshPS"
    technique.RenderState.CullMode = CullMode.None
    if permutation.g_Quality == "Low" then
        permutation.g_bFog = false
    end
    return technique, permutation
end
