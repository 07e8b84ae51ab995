local s = Shader("A")
s.Branches = {"a", "b"}
local state = { inner = { n = 0 } }
local function bump(x)
	x.n = x.n + 1
end
function s.Specialize(p)
	bump(state.inner)
	local t = Technique()
	t.PixelShader = "x"
	return t, p
end
