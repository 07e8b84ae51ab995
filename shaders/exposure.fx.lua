local states = require "states"

local histogram = Shader("LuminanceHistogram")

histogram.Branches = {
	Int("g_nSkip", 0, 2),
	Enum("g_Metering", { "Average", "CentreWeighted", "Spot" }),
}
histogram.Metadata = { pass = "compute", bins = tonumber(cpp.kBINS), tile = tonumber(cpp.kTILE) }
histogram.Technique.ComputeShader = "HistogramCS"

function histogram.Specialize(permutation)
	if not states.hasCompute then
		return nil
	end
	-- A spot covers too few pixels to leave any out.
	if permutation.g_Metering == "Spot" then
		permutation.g_nSkip = 0
	end
	return histogram.Technique, permutation
end

local adapt = Shader("ExposureAdaptation")
adapt.Branches = { "g_bAdaptation", "g_bCompensation" }
adapt.Metadata = { pass = "compute", groups = 1 }
adapt.Technique.ComputeShader = "AdaptCS"

function adapt.Specialize(permutation)
	if not states.hasCompute then
		return nil
	end
	return adapt.Technique, permutation
end
