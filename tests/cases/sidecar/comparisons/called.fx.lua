-- A function that the file calls itself may get anything.
local a, b = Shader("A"), Shader("B")
a.Branches = {Enum("g_Q", {"Low", "High"})}
b.Branches = {Enum("g_Q", {"Low", "Ultra"})}
function a.Specialize(p)
	local t = Technique()
	t.PixelShader = "main"
	if p.g_Q == "Ultra" then t.VertexShader = "a" end
	return t, p
end
function b.Specialize(p)
	return a.Specialize(p)
end
