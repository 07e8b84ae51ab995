local s = Shader("A")
s.Branches = {"a", "b"}
local count = 0
function s.Specialize(p)
	count = count + 1
	local t = Technique()
	t.PixelShader = "x"
	return t, p
end
