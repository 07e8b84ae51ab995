local shader = Shader("A")
shader.Dialect = "psl"
shader.Source = "uv()"
shader.Output = "bytecode"
shader.Branches = { "g_bWarm" }
function shader.Specialize(p)
	local technique = Technique()
	technique.PixelShader = "PslPS"
	return technique, p
end
