local states = require "states"
local mesh = Shader("Mesh")
mesh.Branches = { "g_bFog", "g_bLit", Int("g_nLights", 0, 3), Enum("g_Quality", { "Low", "High" }) }
mesh.Metadata = { layers = tonumber(cpp.LAYERS) }
function mesh.Specialize(permutation)
    local technique = Technique()
    technique.VertexShader = "MeshVS"
    technique.PixelShader = "MeshPS"
    technique.RenderState = states.opaque
    if permutation.g_Quality == "Low" then
        permutation.g_bFog = false
    end
    if permutation.g_nLights > 2 then
        return nil
    end
    return technique, permutation
end
