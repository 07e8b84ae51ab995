local s = Shader("A")
s.Branches = { "g_b" }
local meta = {}
local memo = setmetatable({}, meta)
meta.__mode = "v"
function s.Specialize(permutation)
	local technique = Technique()
	technique.PixelShader = "main"
	local own = {}
	local cache = setmetatable({}, own)
	own.__mode = "k"
	return technique, permutation
end
