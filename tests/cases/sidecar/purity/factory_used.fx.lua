local s = Shader("A")
s.Branches = {"a", "b"}
local function counter()
	local n = 0
	return function()
		n = n + 1
		return n
	end
end
local tick = counter()
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "x"
	t.Defines.N = tick()
	return t, p
end
