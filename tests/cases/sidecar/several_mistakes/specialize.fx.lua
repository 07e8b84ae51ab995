-- Each is told once, however often Specialize runs.
local s = Shader("A")
s.Branches = {"a", "b", Int("n", 1, 3), Enum("q", {"Low", "Mid", "High"})}
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "main"
	t.VertxShader = "main"
	t.RenderState.CullMode = CullMode.Fnot
	t.RenderState.ZEnable = 1
	t.RenderState.StencilRef = 300
	t.RenderState.RenderTarget[9].AlphaBlendEnable = "yes"
	t.Defines.FOO = {}
	t.Defines["A B"] = 1
	t.Profile = "x y"
	p.a = 3
	if p.b then
		p.n = 7
		p.c = true
	end
	if p.bb then
		t.Defines.NEVER = 1
	end
	return t, p
end
