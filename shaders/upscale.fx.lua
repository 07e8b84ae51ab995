-- The passes of the temporal upscaler. All have the same six options, so a game keeps one key for the four; what an option
-- does not change in a pass is compiled once.

local states = require "states"

local options = {
	"hdr",
	"jitteredMotion",
	"invertedDepth",
	"lowResMotion",
	"sharpening",
	"lanczosLut",
}

local function pass(name, number, entryPoint, pixels, needed)
	local shader = Shader(name)
	shader.Branches = options
	shader.Metadata = { pass = "compute", tile = tonumber(cpp.kTILE), pixels = pixels }

	function shader.Specialize(permutation)
		if not states.hasCompute or (needed and not permutation[needed]) then
			return nil
		end
		local technique = Technique()
		technique.ComputeShader = entryPoint
		technique.Defines = {
			UPSCALE_PASS = number,
			UPSCALE_HDR = permutation.hdr and 1 or 0,
			UPSCALE_JITTERED_MOTION = permutation.jitteredMotion and 1 or 0,
			UPSCALE_INVERTED_DEPTH = permutation.invertedDepth and 1 or 0,
			UPSCALE_LOW_RES_MOTION = permutation.lowResMotion and 1 or 0,
			UPSCALE_SHARPENING = permutation.sharpening and 1 or 0,
			UPSCALE_LANCZOS_LUT = permutation.lanczosLut and 1 or 0,
		}
		return technique, permutation
	end
end

-- `pixels`: the grid to dispatch over.
pass("UpscaleReconstruct", tonumber(cpp.kPASS_RECONSTRUCT), "ReconstructCS", "render")
pass("UpscaleDepthClip", tonumber(cpp.kPASS_DEPTH_CLIP), "DepthClipCS", "render")
pass("UpscaleAccumulate", tonumber(cpp.kPASS_ACCUMULATE), "AccumulateCS", "display")
-- Without sharpening the accumulation finishes the frame.
pass("UpscaleSharpen", tonumber(cpp.kPASS_SHARPEN), "SharpenCS", "display", "sharpening")
