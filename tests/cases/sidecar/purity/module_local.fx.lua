local states = require "counting"
local s = Shader("A")
s.Branches = {"a", "b"}
function s.Specialize(p)
	states.tick(p.a)
	local t = Technique()
	t.PixelShader = "x"
	return t, p
end
