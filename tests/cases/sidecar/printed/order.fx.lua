for at = 1, 3 do print("round", at % 2) end
print("last") print("first of the next")
local a = Shader("A")
a.Branches = { "b" }
function a.Specialize(p)
    if p.b then print("with b") end
    print("always")
    return Technique { PixelShader = "x" }, p
end
