-- No Specialize: one technique, stated here. g_bStars and g_bClouds are not listed as branches and
-- therefore stay run-time uniforms; listing them is all it takes to turn them into branches.

local states = require "states"

local sky = Shader("Sky")

-- Without vertex ids there is no way to draw it.
if not states.hasVertexId then
	function sky.Specialize()
		return nil
	end
end

sky.Technique.VertexShader = "SkyVS"
sky.Technique.PixelShader = "SkyPS"
sky.Technique.RenderState = DefaultRenderState
sky.Technique.RenderState.ZWriteEnable = false
sky.Technique.RenderState.ZFunc = ComparisonFunc.LEqual
sky.Technique.RenderState.CullMode = CullMode.None
sky.Technique.Metadata = { order = "afterOpaque" }

sky.Metadata = {
	pass = "sky",
	atmosphereMetres = tonumber(cpp.kATMOSPHERE_RADIUS) - tonumber(cpp.kPLANET_RADIUS),
}
