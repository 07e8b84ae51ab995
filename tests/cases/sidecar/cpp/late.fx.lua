local s = Shader("A")
s.Branches = {"a"}
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = if p.a then cpp.NAME else cpp.NAM
	return t, p
end
