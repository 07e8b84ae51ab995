local states = require "states"

local tonemap = Shader("ToneMap")

tonemap.Branches = {
	Enum("g_ToneMapper", { "Clamp", "Reinhard", "Filmic", "Aces", "Logistic" }),
	"g_bAutoExposure",
	"g_bBloomComposite",
	"g_bGrading",
	"g_bHdr",
	"g_bDither",
}

tonemap.Metadata = { pass = "post", lutSize = tonumber(cpp.kLUT_SIZE) }

-- HDR displays exist only where a swap chain can be told so.
local hdrPossible = RENDERER_DX11 or RENDERER_DX12 or RENDERER_VULKAN or RENDERER_METAL

-- What an HDR permutation falls back to where it is not built.
if states.hasVertexId then
	tonemap.Fallback = { g_ToneMapper = "Aces", g_bAutoExposure = true, g_bDither = true }
end

function tonemap.Specialize(permutation)
	if not states.hasVertexId then
		return nil
	end
	if permutation.g_bHdr and not hdrPossible then
		return nil
	end
	local technique = states.fullscreen(Technique())
	technique.VertexShader = "FullscreenVS"
	technique.PixelShader = "ToneMapPS"
	technique.Defines = { HDR_OUTPUT = permutation.g_bHdr and 1 or 0 }
	if permutation.g_bHdr then
		-- The curve is skipped, and ten bits need no dither.
		permutation.g_ToneMapper = "Clamp"
		permutation.g_bDither = false
	end
	return technique, permutation
end
