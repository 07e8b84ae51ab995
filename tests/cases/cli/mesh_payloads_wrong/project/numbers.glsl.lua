local function shader(name, mesh)
	local made = Shader(name)
	made.Technique.MeshShader, made.Technique.PixelShader = mesh, "fragment"
end

shader("Written", "mesh_of_numbers")
shader("NotWritten", "mesh")
