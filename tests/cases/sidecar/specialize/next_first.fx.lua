local s = Shader("A")
s.Branches = {"a", "b", Int("n", 1, 3), Enum("q", {"Low", "Mid", "High"})}
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "main"
	local name, value = next(p)
	if value then t.VertexShader = name end
	return t, p
end
