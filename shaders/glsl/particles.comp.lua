-- The simulation of particles; what they look like is another shader's.

local particles = Shader("ParticleSimulation")

particles.Branches = {
	Int("attractors", 0, 2),
	Enum("emitter", { "Point", "Sphere", "Box" }),
	"collide",
	"curlNoise",
	"subgroups",
}

function particles.Specialize(permutation)
	local technique = Technique()
	technique.ComputeShader = "main"
	return technique, permutation
end
