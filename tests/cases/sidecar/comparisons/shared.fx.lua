-- One function for two shaders: what one never has, the other may have.
local function specialize(p)
	local t = Technique()
	t.PixelShader = "main"
	if p.g_Q == "Ultra" or p.g_Q == "Mega" then t.VertexShader = "a" end
	return t, p
end
local a, b = Shader("A"), Shader("B")
a.Branches = {Enum("g_Q", {"Low", "High"})}
b.Branches = {Enum("g_Q", {"Low", "Ultra"})}
a.Specialize = specialize
b.Specialize = specialize
