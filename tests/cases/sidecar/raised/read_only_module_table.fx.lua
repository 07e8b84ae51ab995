local shared = { states = { opaque = {} } }
local a = Shader("A")
function a.Specialize(p)
    shared.states.opaque.x = 1
    return Technique { PixelShader = "x" }, p
end
