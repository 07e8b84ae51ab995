local s = Shader("A")
s.Branches = {"a", "b"}
local count = 0
function s.Specialize(p)
	count += 1
	local t = Technique()
	t.PixelShader = "x"
	t.Defines.N = count
	return t, p
end
