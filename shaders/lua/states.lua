-- Render states of this project, on top of the built-in prefabs, and the few helpers sidecars share.
-- Assigning a prefab copies it, so every user may change the copy.

local states = {}

-- Direct3D 9 has no compute stage: compute shaders are not built for it.
states.hasCompute = not RENDERER_DX9

-- Nor does it number vertices: what is drawn without a vertex buffer is not built for it.
states.hasVertexId = not RENDERER_DX9

-- A pass over the whole screen: nothing to test, nothing to cull.
function states.fullscreen(technique)
	technique.RenderState = DefaultRenderState
	technique.RenderState.ZEnable = false
	technique.RenderState.ZWriteEnable = false
	technique.RenderState.CullMode = CullMode.None
	return technique
end

-- Adds to what is in the target, for passes that accumulate.
function states.accumulate(technique)
	technique.RenderState = AdditiveRenderState
	technique.RenderState.ZEnable = false
	technique.RenderState.ZWriteEnable = false
	technique.RenderState.CullMode = CullMode.None
	technique.RenderState.SrcBlend = BlendMode.One
	technique.RenderState.DstBlend = BlendMode.One
	return technique
end

-- Colour is already multiplied by alpha.
function states.premultiplied(technique)
	technique.RenderState = AlphaBlendRenderState
	technique.RenderState.SrcBlend = BlendMode.One
	technique.RenderState.DstBlend = BlendMode.InvSrcAlpha
	technique.RenderState.SrcBlendAlpha = BlendMode.One
	technique.RenderState.DstBlendAlpha = BlendMode.InvSrcAlpha
	return technique
end

-- Multiplies what is in the target.
function states.modulate(technique)
	technique.RenderState = AlphaBlendRenderState
	technique.RenderState.SrcBlend = BlendMode.DestColor
	technique.RenderState.DstBlend = BlendMode.Zero
	technique.RenderState.ColorWriteState = ColorWriteState.RGB_
	return technique
end

-- Drawn against the depth buffer, but leaving no trace in it.
function states.readOnlyDepth(technique)
	technique.RenderState.ZWriteEnable = false
	technique.RenderState.CullMode = CullMode.None
	return technique
end

return states
