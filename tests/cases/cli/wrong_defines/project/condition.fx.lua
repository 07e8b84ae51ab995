local shader = Shader("Condition")
shader.Branches = { "g_bA" }
function shader.Specialize(permutation)
	local technique = Technique()
	technique.PixelShader = "MainPS"
	technique.Defines.OTHER = 2
	technique.Defines.LEVEL = if permutation.g_bA then "1 +* 2" else 1
	return technique, permutation
end
