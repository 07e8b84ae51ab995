local s = Shader("A")
s.Branches = {"a", "b", Int("n", 1, 3), Enum("q", {"Low", "Mid", "High"})}
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "main"
	t.RenderState = DefaultRenderState
	if p.a then t.RenderState.ZEnable = false end
	assert(DefaultRenderState.ZEnable)
	local u = Technique(t)
	u.RenderState.RenderTarget[2].SrcBlend = BlendMode.Zero
	assert(t.RenderState.RenderTarget[2].SrcBlend == BlendMode.One)
	return if p.b then u else t, p
end
