-- A metatable would run its functions after the call, where nobody notes what they read.
local shader = Shader("A")
shader.Branches = { "a", "b" }
function shader.Specialize(permutation)
	local technique = Technique({ PixelShader = "main" })
	return technique, setmetatable({}, { __index = permutation })
end
