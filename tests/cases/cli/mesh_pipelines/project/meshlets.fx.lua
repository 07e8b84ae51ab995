local shader = Shader("Meshlets")

shader.Branches = { "g_bColour", "g_bAmplified" }

function shader.Specialize(permutation)
	local technique = Technique()
	if permutation.g_bAmplified then
		technique.AmplificationShader = "Amplify"
	end
	technique.MeshShader = "Draw"
	technique.PixelShader = "Shade"
	return technique, permutation
end
