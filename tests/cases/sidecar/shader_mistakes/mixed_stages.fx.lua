local s = Shader("A")
s.Technique = { ComputeShader = "main", PixelShader = "main" }
local b = Shader("B")
b.Branches = {"a"}
function b.Specialize(p)
	local t = Technique()
	t.ComputeShader = "main"
	if p.a then t.VertexShader = "main" end
	return t, p
end
