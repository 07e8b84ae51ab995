local s = Shader("A")
function s.Specialize(p)
	local x = require "late"
	return nil
end
