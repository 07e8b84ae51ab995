-- Six options; the first is a define, because it changes what the functions are made of.

local upscale = Shader("Upscale")

upscale.Branches = { "hdr", "jitteredMotion", "invertedDepth", "lowResMotion", "sharpening", "lanczos" }

function upscale.Specialize(permutation)
	-- Only motion of the small resolution is read where the nearest pixel is.
	if not permutation.lowResMotion then
		permutation.invertedDepth = false
	end
	local technique = Technique()
	technique.ComputeShader = "main"
	technique.Defines = { UPSCALE_HDR = permutation.hdr and 1 or 0 }
	return technique, permutation
end
