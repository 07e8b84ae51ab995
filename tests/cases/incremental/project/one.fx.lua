local common = require("common")
local one = Shader("One")
one.Branches = { "g_bLit" }
function one.Specialize(permutation)
    local technique = Technique()
    technique.VertexShader, technique.PixelShader = "MainVS", "MainPS"
    technique.Metadata = { order = common.order }
    return technique, permutation
end
