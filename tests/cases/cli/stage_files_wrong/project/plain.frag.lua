local function shader(name, vertex)
	local made = Shader(name)
	made.Technique.VertexShader = vertex
	made.Technique.PixelShader = "main"
end

shader("Misspelled", "full_scren.vert:main")
shader("Elsewhere", "../lib/full_screen.vert:main")
shader("NoFunction", "full_screen.vert:mian")
shader("OtherStage", "plain.frag:main")
shader("Folder", "folder.vert:main")
