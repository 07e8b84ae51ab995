count = 0
local a = Shader("A")
function a.Specialize(p)
    count = count + 1
    return Technique { PixelShader = "x" }, p
end
