local states = require "states"

local particles = Shader("Particles")

particles.Branches = {
	Enum("g_BlendMode", { "Alpha", "Additive", "Premultiplied", "Modulate" }),
	"g_bSoft",
	"g_bLit",
	"g_bFlipbook",
	"g_bVelocityStretch",
}

local function applyBlendMode(technique, mode)
	if mode == "Alpha" then
		technique.RenderState = AlphaBlendRenderState
	elseif mode == "Additive" then
		technique.RenderState = AdditiveRenderState
		technique.RenderState.SrcBlend = BlendMode.One
	elseif mode == "Premultiplied" then
		states.premultiplied(technique)
	else
		states.modulate(technique)
	end
	states.readOnlyDepth(technique)
end

function particles.Specialize(permutation)
	if not states.hasVertexId then
		return nil
	end
	local technique = Technique()
	technique.VertexShader = "SpriteVS"
	technique.PixelShader = "SpritePS"
	applyBlendMode(technique, permutation.g_BlendMode)
	-- Sparks and stains carry their own colour; light on them would be applied twice.
	if permutation.g_BlendMode == "Additive" or permutation.g_BlendMode == "Modulate" then
		permutation.g_bLit = false
	end
	return technique, permutation
end
