local shader = Shader("Order")
shader.Branches = { "g_bColor" }

function shader.Specialize(permutation)
	local technique = Technique()
	technique.VertexShader = "VS"
	technique.PixelShader = permutation.g_bColor and "ColorPS" or "PS"
	return technique, permutation
end
