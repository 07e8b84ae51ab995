local s = Shader("A")
s.Branches = {"a", "b", Int("n", 1, 3), Enum("q", {"Low", "Mid", "High"})}
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "main"
	if rawget(p, "b") and rawget(p, "zzz") == nil then t.VertexShader = "v" end
	rawset(p, "a", false)
	return t, p
end
