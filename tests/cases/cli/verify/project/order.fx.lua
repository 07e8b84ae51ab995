-- What comes first depends on the order in which the permutation is walked.
local shader = Shader("Order")
shader.Branches = { "a", "b", "c" }
function shader.Specialize(permutation)
	local technique = Technique({ PixelShader = "Main" })
	for name, on in pairs(permutation) do
		if on then
			technique.Metadata = { first = name }
			break
		end
	end
	technique.Metadata.next = next(permutation, "a")
	for name, on in permutation do
		if on then
			technique.Metadata.last = name
		end
	end
	technique.Metadata.known = pcall(function()
		return permutation.d
	end)
	technique.Metadata.meta = tostring(getmetatable(permutation))
	return technique, permutation
end
