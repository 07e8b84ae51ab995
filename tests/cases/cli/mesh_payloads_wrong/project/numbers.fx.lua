local function shader(name, stage, entry)
	local made = Shader(name)
	made.Technique[stage], made.Technique.PixelShader = entry, "Shade"
end

shader("OfVertices", "VertexShader", "Quad")
shader("Written", "MeshShader", "MeshOfNumbers")
shader("NotWritten", "MeshShader", "Mesh")
