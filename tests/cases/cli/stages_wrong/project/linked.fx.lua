local shader = Shader("Linked")
shader.Branches = { "g_bFar", "g_bOther" }

function shader.Specialize(permutation)
	local technique = Technique()
	technique.VertexShader = permutation.g_bFar and "FarVS" or "VS"
	technique.PixelShader = permutation.g_bOther and "OtherPS" or "PS"
	return technique, permutation
end
