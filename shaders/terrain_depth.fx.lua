local states = require "states"

local layers = tonumber(cpp.kMAX_DETAIL_LAYERS)

local branches = {
	Int("g_nDetailLayers", 0, layers),
	"g_bMorph",
	"g_bHoles",
	"g_bCurvature",
}

local function depthTechnique(vertexShader, permutation)
	local technique = Technique()
	technique.RenderState = DepthOnlyRenderState
	technique.VertexShader = vertexShader
	technique.VertexFormat = "TerrainGrid"
	-- Without holes the fixed-function depth write is all there is to do.
	if permutation.g_bHoles then
		technique.PixelShader = "TerrainHolesPS"
	end
	return technique
end

local depth = Shader("TerrainDepth")
depth.Branches = branches
depth.Metadata = { pass = "depth" }

function depth.Specialize(permutation)
	if not states.hasVertexId then
		return nil
	end
	return depthTechnique("TerrainDepthVS", permutation), permutation
end

local shadow = Shader("TerrainShadow")
shadow.Branches = branches
shadow.Metadata = { pass = "shadow" }
-- Where no shadow technique is built, the depth one with the same branches draws the same shape.
shadow.Fallback = "TerrainDepth"

function shadow.Specialize(permutation)
	if not states.hasVertexId then
		return nil
	end
	-- A shadow map does not resolve the finest displacement.
	if permutation.g_nDetailLayers == layers then
		return nil
	end
	local technique = depthTechnique("TerrainShadowVS", permutation)
	technique.RenderState.CullMode = CullMode.None
	technique.RenderState.DepthBias = 2
	technique.RenderState.SlopeScaleDepthBias = 1.5
	return technique, permutation
end
