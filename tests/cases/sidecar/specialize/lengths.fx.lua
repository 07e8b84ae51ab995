local s = Shader("A")
s.Branches = {"a", "b", Int("n", 1, 3), Enum("q", {"Low", "Mid", "High"})}
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "main"
	assert(#p == 0 and rawlen(p) == 0)
	for _ in ipairs(p) do error("no") end
	assert(table.concat(p) == "" and table.unpack(p) == nil)
	return t, p
end
