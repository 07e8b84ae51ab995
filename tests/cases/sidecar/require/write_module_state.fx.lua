local states = require "states"
local s = Shader("A")
function s.Specialize(p)
	states.Decal.ZEnable = false
	return nil
end
