local a = Shader("A")
function a.Specialize(p)
    count = 1
    return Technique { PixelShader = "x" }, p
end
