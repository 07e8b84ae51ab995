local s = Shader("A")
s.Branches = {"a", "b", Int("n", 1, 3), Enum("q", {"Low", "Mid", "High"})}
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "main"
	local ok, why = pcall(function() t.RenderState.ZEnable = 4 end)
	assert(not ok)
	t.VertexFormat = tostring(why)
	return t, p
end
