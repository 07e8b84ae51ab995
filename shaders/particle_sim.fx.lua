local states = require "states"

local simulate = Shader("ParticleSimulation")

local maxAttractors = tonumber(cpp.kMAX_ATTRACTORS)

simulate.Branches = {
	-- The loop is unrolled to the exact number up to three; more are rare.
	Int("g_nAttractors", 0, 3),
	"g_bCollide",
	"g_bCurlNoise",
	Enum("g_EmitterShape", { "Point", "Sphere", "Box", "Cone" }),
}
simulate.Metadata = {
	pass = "compute",
	group = tonumber(cpp.kGROUP),
	maxAttractors = maxAttractors,
}

function simulate.Specialize(permutation)
	if not states.hasCompute then
		return nil
	end
	local technique = Technique()
	technique.ComputeShader = "SimulateCS"
	-- The oldest that has compute shaders; dxc begins with shader model 6.
	technique.Profile = if RENDERER_DX12 then "6_0" else "5_0"
	return technique, permutation
end
