local s = Shader("A")
s.Branches = {"a", "b"}
local seen = {}
function s.Specialize(p)
	rawset(seen, "x", p.a)
	local t = Technique()
	t.PixelShader = "x"
	return t, p
end
