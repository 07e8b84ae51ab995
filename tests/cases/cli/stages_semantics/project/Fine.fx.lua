local shader = Shader("Fine")
shader.Branches = { "g_bGeometry" }

function shader.Specialize(permutation)
	local technique = Technique()
	technique.VertexShader = "VS"
	if permutation.g_bGeometry then
		technique.GeometryShader = "GS"
	end
	technique.PixelShader = "PS"
	return technique, permutation
end
