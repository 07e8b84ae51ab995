local shader = Shader("End")
shader.Branches = { "g_bA" }
shader.Fallback = { g_bA = true }
function shader.Specialize(permutation)
	return nil
end
