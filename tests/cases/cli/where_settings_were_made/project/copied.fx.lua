local shader = Shader("Copied")
shader.Branches = { "g_bA" }
shader.Technique.VertexShader, shader.Technique.PixelShader = "MainVS", "Nothing"
function shader.Specialize(permutation)
	local technique = Technique(shader.Technique)
	technique.Defines.A = permutation.g_bA
	return technique, permutation
end
