local shader = Shader("A")
shader.Branches = { "a", "b" }
local function both(permutation)
	return Technique({ PixelShader = "main" }), permutation
end
function shader.Specialize(permutation)
	print("asked")
	if permutation.a and permutation.b then
		return both(permutation)
	elseif permutation.a then
		return permutation
	elseif permutation.b then
		return Technique({ PixelShader = "main" })
	end
end
