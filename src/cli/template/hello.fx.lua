-- Which techniques exist: uberc calls Specialize only for permutations that can differ.
local shader = Shader("Hello")

shader.Branches = { "g_bTextured", "g_bFog", Int("g_nLights", 0, 3) }

function shader.Specialize(permutation)
    local technique = Technique()
    technique.VertexShader = "HelloVS"
    technique.PixelShader = "HelloPS"
    technique.RenderState = DefaultRenderState
    technique.VertexFormat = "PositionNormalUv"
    -- Nothing is lit through fog in this game: one variant less for each light count.
    if permutation.g_bFog then
        permutation.g_nLights = 0
    end
    return technique, permutation
end
