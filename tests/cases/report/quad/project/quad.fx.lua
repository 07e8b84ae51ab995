local quad = Shader("Quad")
quad.Branches = { "g_bLit", Int("g_nLayers", 0, 2), Enum("g_Weather", { "Clear", "Fog", "Storm" }) }
quad.Fallback = { g_Weather = "Fog" }

function quad.Specialize(permutation)
    if permutation.g_Weather == "Storm" then
        return nil
    end
    local technique = Technique()
    technique.VertexShader = "MainVS"
    technique.PixelShader = "MainPS"
    technique.RenderState = AlphaBlendRenderState
    technique.VertexFormat = "Position"
    technique.Defines = { FOGGY = permutation.g_Weather == "Fog" }
    return technique, permutation
end
