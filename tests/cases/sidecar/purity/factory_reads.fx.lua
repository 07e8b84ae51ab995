local s = Shader("A")
s.Branches = {"a", "b"}
local function once()
	local done = false
	return function(p)
		if not done then
			done = true
			return p.b
		end
		return false
	end
end
local first = once()
function s.Specialize(p)
	first(p)
	local t = Technique()
	t.PixelShader = "x"
	if p.a then t.VertexShader = "v" end
	return t, p
end
