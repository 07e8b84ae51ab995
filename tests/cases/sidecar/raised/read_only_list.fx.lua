local names = { "a" }
local a = Shader("A")
function a.Specialize(p)
    table.insert(names, "b")
    return Technique { PixelShader = "x" }, p
end
