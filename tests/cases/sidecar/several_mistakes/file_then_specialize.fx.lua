-- The file read a name that does not exist; what Specialize makes of it is not told, its own mistakes are.
local state = depthOnly
local s = Shader("A")
s.Branches = {"a"}
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "main"
	if p.a then
		t.Profil = "6_0"
	end
	t.RenderState.ZFunc = state.ZFunc
	return t, p
end
