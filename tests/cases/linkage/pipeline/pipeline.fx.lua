local shader = Shader("Pipeline")
shader.Branches = { "g_bTessellated", "g_bGeometry", "g_bOther" }

function shader.Specialize(permutation)
	local technique = Technique()
	technique.VertexShader = "VS"
	if permutation.g_bOther then
		if permutation.g_bTessellated or permutation.g_bGeometry then
			return nil
		end
		technique.VertexShader = "OtherVS"
	end
	if permutation.g_bTessellated then
		technique.HullShader = "HS"
		technique.DomainShader = "DS"
	end
	if permutation.g_bGeometry then
		technique.GeometryShader = "GS"
	end
	technique.PixelShader = "PS"
	return technique, permutation
end
