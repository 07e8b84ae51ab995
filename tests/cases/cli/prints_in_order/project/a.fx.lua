print("first")
local shared = require "shared"
for round = 1, 3 do print("round", round % 2) end
shared.say("second")
local a = Shader("A")
a.Branches = { "b" }
function a.Specialize(p)
    if p.b then print("with b") end
    print("for", TARGET)
    return Technique { PixelShader = "main" }, p
end
