local fourthreads = Shader("FourThreads")
function fourthreads.Specialize(permutation)
	local technique = Technique()
	technique.ComputeShader = "FourThreads"
	return technique, permutation
end

local twoindices = Shader("TwoIndices")
function twoindices.Specialize(permutation)
	local technique = Technique()
	technique.ComputeShader = "TwoIndices"
	return technique, permutation
end

local floatgroups = Shader("FloatGroups")
function floatgroups.Specialize(permutation)
	local technique = Technique()
	technique.ComputeShader = "FloatGroups"
	return technique, permutation
end

local shortposition = Shader("ShortPosition")
function shortposition.Specialize(permutation)
	local technique = Technique()
	technique.VertexShader = "VS"
	technique.PixelShader = "ShortPosition"
	return technique, permutation
end

local shortweights = Shader("ShortWeights")
function shortweights.Specialize(permutation)
	local technique = Technique()
	technique.VertexShader = "VS"
	technique.PixelShader = "ShortWeights"
	return technique, permutation
end

local twodepths = Shader("TwoDepths")
function twodepths.Specialize(permutation)
	local technique = Technique()
	technique.VertexShader = "VS"
	technique.PixelShader = "TwoDepths"
	return technique, permutation
end

local floatcoverage = Shader("FloatCoverage")
function floatcoverage.Specialize(permutation)
	local technique = Technique()
	technique.VertexShader = "VS"
	technique.PixelShader = "FloatCoverage"
	return technique, permutation
end

local twovertices = Shader("TwoVertices")
function twovertices.Specialize(permutation)
	local technique = Technique()
	technique.VertexShader = "TwoVertices"
	return technique, permutation
end

local threepositions = Shader("ThreePositions")
function threepositions.Specialize(permutation)
	local technique = Technique()
	technique.VertexShader = "ThreePositions"
	return technique, permutation
end

local layers = Shader("Layers")
function layers.Specialize(permutation)
	local technique = Technique()
	technique.VertexShader = "Layers"
	return technique, permutation
end

local fine = Shader("Fine")
function fine.Specialize(permutation)
	local technique = Technique()
	technique.VertexShader = "VS"
	technique.PixelShader = "PS"
	return technique, permutation
end

local finethreads = Shader("FineThreads")
function finethreads.Specialize(permutation)
	local technique = Technique()
	technique.ComputeShader = "CS"
	return technique, permutation
end
