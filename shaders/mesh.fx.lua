-- Every mesh of a scene. Of the 16,384 permutations most mean the same: a depth pass has no lighting, so
-- whatever a caller says of lights is cleared there, and all those permutations share one technique.

local mesh = Shader("RenderMesh")

mesh.Branches = {
	"g_bBinaryAlpha",
	"g_bBloom",
	"g_bDebug",
	"g_bDepth",
	"g_bDepthAsColor",
	"g_bMultiLayer",
	"g_bFoliage",
	"g_bForwardLighting",
	"g_bShadowCast",
	"g_bShadowCastDepthAsColor",
	"g_bShadowRec",
	"g_bShadowProjected",
	"g_bSkinning",
	"g_bTransparent",
}

mesh.Metadata = {
	pass = "geometry",
	clusterLights = tonumber(cpp.kLIGHTS_PER_CLUSTER),
	shadowCascades = tonumber(cpp.kSHADOW_CASCADES),
}

-- What only a colour pass can do.
local function clearLighting(permutation)
	permutation.g_bBloom = false
	permutation.g_bMultiLayer = false
	permutation.g_bForwardLighting = false
	permutation.g_bShadowRec = false
	permutation.g_bTransparent = false
end

local function useDepthEntryPoints(technique)
	technique.VertexShader = "MeshDepthVS"
	technique.PixelShader = "MeshDepthPS"
end

function mesh.Specialize(permutation)
	local technique = Technique()
	technique.RenderState = DefaultRenderState
	technique.VertexFormat = "MeshVertex"

	if permutation.g_bSkinning then
		technique.VertexFormat = "SkinnedMeshVertex"
		technique.Defines = { USE_SKINNING = 1 }
		permutation.g_bFoliage = false
	end
	if permutation.g_bFoliage then
		permutation.g_bMultiLayer = false
	end

	-- Only Direct3D 9 cannot sample a depth buffer; elsewhere the plain depth passes serve.
	if not RENDERER_DX9 then
		permutation.g_bDepth = permutation.g_bDepth or permutation.g_bDepthAsColor
		permutation.g_bShadowCast = permutation.g_bShadowCast or permutation.g_bShadowCastDepthAsColor
		permutation.g_bDepthAsColor = false
		permutation.g_bShadowCastDepthAsColor = false
	end

	if permutation.g_bDepth or permutation.g_bDepthAsColor then
		useDepthEntryPoints(technique)
		clearLighting(permutation)
		permutation.g_bShadowCast = false
		permutation.g_bShadowCastDepthAsColor = false
		if not permutation.g_bDepthAsColor then
			technique.RenderState.ColorWriteState = ColorWriteState.____
		end
	elseif permutation.g_bShadowCast or permutation.g_bShadowCastDepthAsColor then
		useDepthEntryPoints(technique)
		clearLighting(permutation)
		permutation.g_bDepth = false
		permutation.g_bDepthAsColor = false
		permutation.g_bShadowProjected = false
		if not permutation.g_bShadowCastDepthAsColor then
			technique.RenderState.ColorWriteState = ColorWriteState.____
		end
	else
		technique.VertexShader = "MeshVS"
		technique.PixelShader = "MeshPS"
		permutation.g_bDepth = false
		permutation.g_bDepthAsColor = false
		permutation.g_bShadowCast = false
		permutation.g_bShadowCastDepthAsColor = false
		if permutation.g_bTransparent then
			technique.RenderState = AlphaBlendRenderState
			permutation.g_bForwardLighting = true
		else
			permutation.g_bForwardLighting = false
		end
	end
	return technique, permutation
end
