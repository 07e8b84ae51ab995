local function shader(name, vertex)
	local made = Shader(name)
	made.Technique.VertexShader = vertex
	made.Technique.PixelShader = "main"
end

shader("NoFile", ":main")
shader("NoName", "full_screen.vert:")
shader("Absolute", "/full_screen.vert:main")
shader("Twice", "a:full_screen.vert:main")
