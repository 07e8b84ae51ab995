require "late"
local s = Shader("A")
function s.Specialize(p)
	assert(require "late" == 1)
	local t = Technique()
	t.PixelShader = "x"
	return t, p
end
