local s = Shader("A")
s.Branches = {"a", "b"}
function s.Specialize(p)
	local n = 0
	local function add() n = n + 1 end
	add()
	local list = {}
	list.x = n
	local t = Technique()
	t.PixelShader = "x"
	t.Defines.N = list.x
	return t, p
end
