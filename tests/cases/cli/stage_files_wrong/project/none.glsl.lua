-- Only one of the two stages names a file, and there is no `none.glsl`.
local shader = Shader("None")
shader.Technique.VertexShader = "full_screen.vert:main"
shader.Technique.PixelShader = "main"

local chosen = Shader("Chosen")
chosen.Branches = { "g_bFull" }
function chosen.Specialize(permutation)
	local technique = Technique()
	technique.VertexShader = "full_screen.vert:main"
	technique.PixelShader = if permutation.g_bFull then "plain.frag:main" else "main"
	return technique, permutation
end
