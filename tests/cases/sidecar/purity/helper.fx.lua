local s = Shader("A")
s.Branches = {"a", "b"}
local last = 1
local function note(x)
	last = x
end
function s.Specialize(p)
	note(p.a)
	local t = Technique()
	t.PixelShader = "x"
	return t, p
end
