local list = {}
for i = 1, 12 do list[i] = "b" .. i end
local s = Shader("A")
s.Branches = list
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "x"
	if p.b1 then t.Defines.A = 1 end
	if p.b2 then t.Defines.B = 1 end
	if p.b3 and p.b4 then t.Defines.C = 1 end
	if p.b5 then t.Defines.D = 1 end
	if p.b6 then t.Defines.E = 1 end
	if p.b7 then t.Defines.F = 1 end
	for name in p do p[name] = false end
	return t, p
end
