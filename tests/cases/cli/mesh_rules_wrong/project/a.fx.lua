local function shader(name)
	Shader(name).Technique.MeshShader = name
end

shader("SameSemantic")
shader("OtherArrays")
shader("OtherTypes")
shader("Right")
