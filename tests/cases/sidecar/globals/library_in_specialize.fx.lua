local a = Shader("A")
function a.Specialize(p)
    function string.trim() end
    return Technique { PixelShader = "x" }, p
end
