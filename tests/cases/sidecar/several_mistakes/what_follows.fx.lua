-- What comes of a name that does not exist is no mistake of its own.
local s = Shader("A")
s.Branches = {Int("g_nLights", 0, 3)}
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "main"
	t.RenderState = depthOnly
	t.Defines.LIGHTS = p.g_nLigts
	t.VertexFormat = 3
	if p.g_nLigts > 2 then
		t.VertexShader = "many"
	end
	return t, p
end
