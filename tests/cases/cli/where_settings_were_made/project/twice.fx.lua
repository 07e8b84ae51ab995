local shader = Shader("Twice")
shader.Branches = { "g_bA" }
function shader.Specialize(permutation)
	if permutation.g_bA then
		return Technique { PixelShader = "None", VertexFormat = "A" }, permutation
	end
	return Technique { PixelShader = "None", VertexFormat = "B" }, permutation
end
