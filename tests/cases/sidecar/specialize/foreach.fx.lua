local s = Shader("A")
s.Branches = {"a", "b", Int("n", 1, 3), Enum("q", {"Low", "Mid", "High"})}
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "main"
	table.foreach(p, function(k, v) if v == true then t.Defines[k] = v end end)
	return t, p
end
