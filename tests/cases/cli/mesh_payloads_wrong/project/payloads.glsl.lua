local function shader(name, task, mesh)
	local made = Shader(name)
	made.Technique.AmplificationShader, made.Technique.MeshShader = task, mesh
end

shader("SameUnderOtherNames", "task", "mesh")
shader("AnotherMember", "task", "mesh_of_other")
shader("AnotherType", "task", "mesh_of_single")
shader("NotSent", "silent", "mesh")
