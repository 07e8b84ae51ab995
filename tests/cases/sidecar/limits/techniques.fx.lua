local list = {}
for i = 1, 40 do list[i] = "b" .. i end
local s = Shader("A")
s.Branches = list
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "x"
	if p.b3 then t.VertexShader = "v" end
	return t, p
end
