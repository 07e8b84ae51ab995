local s = Shader("A")
s.Branches = {"a", "b", Int("n", 1, 3), Enum("q", {"Low", "Mid", "High"})}
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "main"
	if p.a and not p.b then
		error("this cannot be")
	end
	return t, p
end
