-- A render state is a value: what is assigned is a copy, whoever is changed afterwards.
local shared = RenderState(AlphaBlendRenderState)
shared.CullMode = CullMode.None
local base = Technique()
base.PixelShader = "x"
base.RenderState = shared

local a = Shader("A")
a.Branches = { Int("how", 0, 5) }
function a.Specialize(permutation)
	local t, how = Technique(base), permutation.how
	if how == 1 then
		t.RenderState.ZEnable = false
	elseif how == 2 then
		t.RenderState = DefaultRenderState
		t.RenderState.ZEnable = false
	elseif how == 3 then
		-- Made in this call, so it can still change: the technique keeps what it was.
		local own = RenderState(shared)
		own.ZEnable = false
		t.RenderState = own
		own.ZEnable = true
	elseif how == 4 then
		local other = Technique()
		other.RenderState = DefaultRenderState
		t.RenderState = other.RenderState
		other.RenderState.ZEnable = false
		assert(t.RenderState == t.RenderState and t.RenderState ~= DefaultRenderState)
	elseif how == 5 then
		-- What the file made stays as the file left it.
		base.RenderState.ZEnable = false
	end
	return t, permutation
end
