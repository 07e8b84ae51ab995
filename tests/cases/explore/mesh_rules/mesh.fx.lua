-- The rules of the reference mesh shader: 14 branches, 16,384 permutations.
local mesh = Shader("Mesh")

mesh.Branches = {
	"g_bBinaryAlpha", "g_bBloom", "g_bDebug", "g_bDepth", "g_bDepthAsColor", "g_bMultiLayer", "g_bFoliage",
	"g_bForwardLighting", "g_bShadowCast", "g_bShadowCastDepthAsColor", "g_bShadowRec", "g_bShadowProjected",
	"g_bSkinning", "g_bTransparent",
}

function mesh.Specialize(p)
	local t = Technique()
	t.VertexShader = "MeshVS"
	t.PixelShader = "MeshPS"
	t.VertexFormat = "Mesh"
	t.RenderState = DefaultRenderState

	if p.g_bSkinning then
		p.g_bFoliage = false
		t.VertexFormat = "MeshSkinned"
		t.Defines = { USE_SKINNING = 1 }
	end
	if p.g_bFoliage then
		p.g_bMultiLayer = false
	end
	if not RENDERER_DX9 then
		p.g_bDepth = p.g_bDepth or p.g_bDepthAsColor
		p.g_bShadowCast = p.g_bShadowCast or p.g_bShadowCastDepthAsColor
		p.g_bDepthAsColor = false
		p.g_bShadowCastDepthAsColor = false
	end

	if p.g_bDepth or p.g_bDepthAsColor then
		t.VertexShader = "DepthVS"
		t.PixelShader = "DepthPS"
		p.g_bShadowCast = false
		p.g_bShadowCastDepthAsColor = false
		p.g_bBloom = false
		p.g_bMultiLayer = false
		p.g_bForwardLighting = false
		p.g_bShadowRec = false
		p.g_bTransparent = false
		if not p.g_bDepthAsColor then
			t.RenderState.ColorWriteState = ColorWriteState.____
		end
	elseif p.g_bShadowCast or p.g_bShadowCastDepthAsColor then
		t.VertexShader = "DepthVS"
		t.PixelShader = "DepthPS"
		p.g_bDepth = false
		p.g_bDepthAsColor = false
		p.g_bBloom = false
		p.g_bMultiLayer = false
		p.g_bForwardLighting = false
		p.g_bShadowRec = false
		p.g_bTransparent = false
		p.g_bShadowProjected = false
		if not p.g_bShadowCastDepthAsColor then
			t.RenderState.ColorWriteState = ColorWriteState.____
		end
	else
		p.g_bDepth = false
		p.g_bDepthAsColor = false
		p.g_bShadowCast = false
		p.g_bShadowCastDepthAsColor = false
		if p.g_bTransparent then
			t.RenderState = AlphaBlendRenderState
			p.g_bForwardLighting = true
		else
			p.g_bForwardLighting = false
		end
	end
	return t, p
end
