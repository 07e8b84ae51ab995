local wide = Shader("Wide")
local list = {}
for at = 1, 21 do
	list[at] = "b" .. at
end
wide.Branches = list
function wide.Specialize(permutation)
	local technique = Technique()
	technique.PixelShader = "MainCS"
	if permutation.b7 then
		technique.Profile = "high"
	end
	for at = 1, 21 do
		permutation["b" .. at] = false
	end
	return technique, permutation
end
