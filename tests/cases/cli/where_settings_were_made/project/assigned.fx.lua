local shader = Shader("Assigned")
shader.Branches = { "g_bA" }
function shader.Specialize(permutation)
	local technique = Technique()
	technique.VertexShader = "MianVS"
	if permutation.g_bA then
		technique.PixelShader = "MainPS"
	else
		technique.PixelShader = "Pixel"
	end
	return technique, permutation
end
