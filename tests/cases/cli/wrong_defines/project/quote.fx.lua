local shader = Shader("Quote")
shader.Technique.PixelShader = "MainPS"
shader.Technique.Defines = {
	FINE = 1,
	QUOTE = '"no end',
}
