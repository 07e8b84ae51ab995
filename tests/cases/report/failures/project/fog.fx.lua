local fog = Shader("Fog")
fog.Branches = { "g_bFog", "g_bNight", Int("g_nLamps", 1, 3) }

function fog.Specialize(permutation)
    if permutation.g_bNight and permutation.g_nLamps == 3 then
        return nil
    end
    local technique = Technique()
    technique.VertexShader = "MainVS"
    technique.PixelShader = "MainPS"
    return technique, permutation
end
