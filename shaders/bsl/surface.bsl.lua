-- A picture, and every way to change it.

local surface = Shader("Surface")

surface.Branches = {
	"use_texture",
	"use_noise",
	"use_shapes",
	"use_grading",
	"use_vignette",
	"use_dither",
	"use_rotation",
	Int("octaves", 2, 3),
	Int("transfer", 0, 2),
}

function surface.Specialize(permutation)
	-- More octaves matter to noise alone.
	if not permutation.use_noise then
		permutation.octaves = 2
	end
	local technique = Technique()
	technique.VertexShader = "surface_vs"
	technique.PixelShader = "surface_fs"
	return technique, permutation
end
