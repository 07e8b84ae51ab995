local s = Shader("A")
s.Branches = {"a", "b"}
local last
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "x"
	if p.a and p.b then
		last = p.b
	end
	return t, p
end
