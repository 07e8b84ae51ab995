local mesh = Shader("Mesh")
mesh.Branches = {
    "g_bShadowPass", --IF-NAMED--
    "g_bFog", --IF-NAMED--
    "g_bUnlit", --IF-NAMED--
    "g_bSkinned", --IF-NAMED--
    "g_bTransparent", --IF-NAMED--
    "g_bTwoSided", --IF-NAMED--
    "g_bDepthOnly", --IF-NAMED--
    Int("g_nLights", 0, 3), --IF-NAMED--
    Enum("g_Quality", { "Low", "Medium", "High" }), --IF-NAMED--
}
function mesh.Specialize(permutation)
    local technique = Technique()
    technique.VertexShader, technique.PixelShader = "MeshVS", "MeshPS"
    technique.Defines = {}
    --RECIPE--
    return technique, permutation
end
