local states = require "states"

local cull = Shader("LightCulling")

cull.Branches = { "g_bConeTest", "g_bSorted" }

-- One group a cluster: the host reads the dispatch size here and need not repeat the header.
cull.Metadata = {
	pass = "compute",
	groupsX = tonumber(cpp.kCLUSTERS_X),
	groupsY = tonumber(cpp.kCLUSTERS_Y),
	groupsZ = tonumber(cpp.kCLUSTERS_Z),
}
cull.Technique.ComputeShader = "CullCS"

function cull.Specialize(permutation)
	if not states.hasCompute then
		return nil
	end
	return cull.Technique, permutation
end
