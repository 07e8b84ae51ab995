local shared = require("shared")
local shader = Shader("Lit")

shader.Branches = { "g_bShadow", Int("g_Taps", 1, 4) }

function shader.Specialize(permutation)
    local technique = Technique()
    technique.VertexShader = "LitVS"
    technique.PixelShader = "LitPS"
    technique.VertexFormat = shared.format
    if not permutation.g_bShadow then
        permutation.g_Taps = 1
    end
    return technique, permutation
end
