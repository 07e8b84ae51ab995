local s = Shader("A")
s.Branches = {"a"}
function s:Specialize(p)
	return Technique { PixelShader = if p.a then "x" else "y" }, p
end
