local s = Shader("A")
s.Branches = { "g_b" }
local set = { [{}] = true, [{}] = true }
function s.Specialize(permutation)
	local technique = Technique()
	technique.PixelShader = "main"
	for key in pairs(set) do
		technique.Defines.KEY = 1
	end
	return technique, permutation
end
