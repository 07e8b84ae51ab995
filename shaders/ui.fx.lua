local states = require "states"

local ui = Shader("UserInterface")

ui.Branches = {
	Enum("g_Fill", { "Solid", "Gradient", "Picture", "DistanceField" }),
	"g_bRounded",
	"g_bBorder",
	"g_bShadow",
	"g_bGrayscale",
	"g_bLinearTarget",
}

-- A plain rectangle is better than nothing where an element asks for what is not built.
ui.Fallback = { g_bRounded = true }

function ui.Specialize(permutation)
	-- Grey gradients do not occur: disabled elements are drawn with a solid fill.
	if permutation.g_Fill == "Gradient" and permutation.g_bGrayscale then
		return nil
	end
	-- Text has no corners.
	if permutation.g_Fill == "DistanceField" then
		permutation.g_bRounded = false
	end
	local technique = states.premultiplied(Technique())
	technique.VertexShader = "UiVS"
	technique.PixelShader = "UiPS"
	technique.VertexFormat = "UiVertex"
	technique.RenderState.ZEnable = false
	technique.RenderState.ZWriteEnable = false
	technique.RenderState.CullMode = CullMode.None
	technique.RenderState.ScissorTestEnable = true
	return technique, permutation
end
