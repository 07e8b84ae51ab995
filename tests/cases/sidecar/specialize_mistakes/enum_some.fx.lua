local s = Shader("A")
s.Branches = {"a", "b", Int("n", 1, 3), Enum("q", {"Low", "Mid", "High"})}
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "main"
	if p.q == "High" and p.n ~= 2 then
		t.RenderState.ZEnable = 1
	end
	return t, p
end
