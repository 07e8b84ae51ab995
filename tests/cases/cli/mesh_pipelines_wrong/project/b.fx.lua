local function shader(name, stages)
	local made = Shader(name)
	for stage, entry in stages do
		made.Technique[stage] = entry
	end
end

shader("NotWritten", { MeshShader = "Mesh", PixelShader = "ShadeMore" })
shader("OfNothing", { MeshShader = "MeshOfNothing" })
shader("OfLines", { MeshShader = "MeshOfLines" })
shader("OfMany", { MeshShader = "MeshOfMany" })
shader("Arguments", { AmplificationShader = "AmplifyWrong", MeshShader = "Mesh" })
shader("OfVertices", { AmplificationShader = "AmplifyVertices", MeshShader = "Mesh" })
shader("AnotherStage", { MeshShader = "Quad" })
shader("MeshAsPixel", { VertexShader = "Quad", PixelShader = "Mesh" })

local mixed = Shader("Mixed")
mixed.Branches = { "g_bMesh" }
function mixed.Specialize(permutation)
	local technique = Technique()
	if permutation.g_bMesh then
		technique.MeshShader = "Mesh"
	else
		technique.VertexShader = "Quad"
	end
	technique.PixelShader = "Shade"
	return technique, permutation
end
