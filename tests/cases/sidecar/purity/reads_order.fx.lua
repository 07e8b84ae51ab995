local s = Shader("A")
s.Branches = {"a", "b"}
local cache = setmetatable({}, {})
function s.Specialize(p)
	if not cache.done then
		cache.done = p.b
	end
	local t = Technique()
	t.PixelShader = "x"
	if p.a then t.VertexShader = "v" end
	return t, p
end
