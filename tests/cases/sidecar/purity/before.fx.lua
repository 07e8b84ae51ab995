local s = Shader("A")
s.Branches = {"a", "b"}
local n = 0
local function add() n = n + 1 end
add()
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "x"
	t.Defines.N = n
	return t, p
end
