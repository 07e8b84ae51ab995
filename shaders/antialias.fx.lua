local states = require "states"

local antialias = Shader("AntiAlias")

antialias.Branches = {
	Enum("g_Quality", { "Low", "Medium", "High", "Ultra" }),
	"g_bSubpixel",
	"g_bLumaInAlpha",
	"g_bSharpen",
}

function antialias.Specialize(permutation)
	if not states.hasVertexId then
		return nil
	end
	local technique = states.fullscreen(Technique())
	technique.VertexShader = "FullscreenVS"
	technique.PixelShader = "AntiAliasPS"
	-- The cheapest setting is for machines that cannot afford the extra taps.
	if permutation.g_Quality == "Low" then
		permutation.g_bSubpixel = false
		permutation.g_bSharpen = false
	elseif permutation.g_Quality == "Ultra" then
		permutation.g_bSubpixel = true
	end
	return technique, permutation
end
