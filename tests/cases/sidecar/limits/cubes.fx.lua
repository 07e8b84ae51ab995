local list = {}
for i = 1, 12 do list[i] = "b" .. i end
local s = Shader("A")
s.Branches = list
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "x"
	for name, value in p do t.Defines[name] = value end
	return t, p
end
