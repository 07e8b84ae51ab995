-- Forty branches; `Specialize` reads two of them, and the others pass through: 2^40 permutations, about 200 variants.
local branches = {}
for i = 0, 39 do
	branches[i + 1] = string.format("b%02d", i)
end

local s = Shader("Forty")
s.Branches = branches

function s.Specialize(p)
	local t = Technique()
	t.VertexShader = "Vertex"
	if p.b00 then
		t.PixelShader = "Depth"
		t.RenderState.ColorWriteState = ColorWriteState.____
	elseif p.b39 then
		t.PixelShader = "Debug"
	else
		t.PixelShader = "Lit"
	end
	return t, p
end
