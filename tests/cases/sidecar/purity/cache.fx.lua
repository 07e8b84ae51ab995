local s = Shader("A")
s.Branches = {"a", "b"}
local cache = {}
function s.Specialize(p)
	cache.last = p.a
	local t = Technique()
	t.PixelShader = "x"
	return t, p
end
