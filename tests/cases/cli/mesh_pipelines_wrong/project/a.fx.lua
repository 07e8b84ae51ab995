local function shader(name, stages)
	local made = Shader(name)
	for stage, entry in stages do
		made.Technique[stage] = entry
	end
end

shader("MeshAndVertex", { MeshShader = "Mesh", VertexShader = "Quad", PixelShader = "Shade" })
shader("AmplificationAlone", { AmplificationShader = "Amplify", PixelShader = "Shade" })
shader("MeshAndCompute", { MeshShader = "Mesh", ComputeShader = "Amplify" })
