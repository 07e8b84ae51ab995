local states = require "states"

local occlusion = Shader("AmbientOcclusion")

occlusion.Branches = {
	Int("g_nSlices", 1, 4),
	"g_bNormals",
	"g_bBentNormal",
	"g_bTemporal",
}
occlusion.Metadata = { pass = "compute", tile = tonumber(cpp.kTILE) }
occlusion.Technique.ComputeShader = "OcclusionCS"
if states.hasCompute then
	occlusion.Fallback = { g_nSlices = 1 }
end

function occlusion.Specialize(permutation)
	if not states.hasCompute then
		return nil
	end
	-- One slice without accumulation is noise and nothing else, so nobody gets a bent normal out of it.
	if permutation.g_nSlices == 1 and not permutation.g_bTemporal and permutation.g_bBentNormal then
		return nil
	end
	return occlusion.Technique, permutation
end

local blur = Shader("AmbientOcclusionBlur")
blur.Branches = { "g_bBlurVertical" }
blur.Metadata = { pass = "compute", group = tonumber(cpp.kBLUR_GROUP) }
blur.Technique.ComputeShader = "OcclusionBlurCS"

function blur.Specialize(permutation)
	if not states.hasCompute then
		return nil
	end
	return blur.Technique, permutation
end
