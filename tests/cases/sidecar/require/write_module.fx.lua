local states = require "states"
states.before = 1
local s = Shader("A")
s.Branches = {"a"}
function s.Specialize(p)
	if p.a then states.list.deep.x = 2 end
	return nil
end
