-- A counter that only a closure knows: neither frozen nor compared, so only every permutation can show it.
local function counter()
	local count = 0
	return function()
		count += 1
		return count
	end
end
local tick = counter()

local quad = Shader("Quad")
quad.Branches = { "g_bLit", Int("g_nLayers", 0, 2), "g_bHidden" }
function quad.Specialize(permutation)
	local technique = Technique()
	technique.VertexShader, technique.PixelShader = "MainVS", "MainPS"
	if tick() > 99 then
		technique.PixelShader = "OtherPS"
	end
	if permutation.g_nLayers == 1 then
		return nil
	end
	permutation.g_bHidden = false
	return technique, permutation
end
