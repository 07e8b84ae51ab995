local function built_where()
	return function(permutation)
		if permutation.g_bOff or permutation.g_Quality == "Low" then
			return nil
		end
		local technique = Technique()
		technique.PixelShader = "MainPS"
		return technique, permutation
	end
end
for _, pair in { { "First", "Second" }, { "Second", "Third" }, { "Third", nil }, { "Own", { g_Quality = "High" } } } do
	local shader = Shader(pair[1])
	shader.Branches = { "g_bOff", Enum("g_Quality", { "Low", "Medium", "High" }) }
	shader.Fallback = pair[2]
	shader.Specialize = built_where()
end
