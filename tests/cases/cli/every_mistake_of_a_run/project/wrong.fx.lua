local shader = Shader("Wrong")
shader.Branches = { "g_bA", "g_bUnused" }
function shader.Specialize(permutation)
    local technique = Technique()
    technique.PixelShader = "Worng"
    if permutation.g_bA then
        technique.RenderState.CullMode = FillMode.Solid
    end
    return technique, permutation
end
