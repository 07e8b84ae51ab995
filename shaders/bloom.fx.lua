-- Two shaders of one file: they share the constants and the taps, and nothing else.

local states = require "states"

local down = Shader("BloomDownsample")
down.Branches = { "g_bFirstLevel" }
down.Metadata = { pass = "post" }

function down.Specialize(permutation)
	if not states.hasVertexId then
		return nil
	end
	local technique = states.fullscreen(Technique())
	technique.VertexShader = "FullscreenVS"
	technique.PixelShader = "BloomDownPS"
	return technique, permutation
end

local up = Shader("BloomUpsample")
up.Branches = {
	Int("g_nRings", 1, tonumber(cpp.kMAX_TAP_RINGS)),
	"g_bLensDirt",
}
up.Metadata = { pass = "post", additive = true }

function up.Specialize(permutation)
	if not states.hasVertexId then
		return nil
	end
	local technique = states.accumulate(Technique())
	technique.VertexShader = "FullscreenVS"
	technique.PixelShader = "BloomUpPS"
	technique.Metadata = { taps = 1 + 4 * permutation.g_nRings * (permutation.g_nRings + 1) }
	return technique, permutation
end
