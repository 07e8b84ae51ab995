local function shader(name, amplification, mesh)
	local made = Shader(name)
	made.Technique.AmplificationShader, made.Technique.MeshShader = amplification, mesh
end

shader("Same", "Amplify", "Mesh")
shader("SameUnderOtherNames", "AmplifyShort", "MeshOfShort")
shader("NotReceived", "Amplify", "MeshWithout")
shader("AnotherMember", "Amplify", "MeshOfOther")
shader("FewerMembers", "Amplify", "MeshOfShort")
