local states = require "states"

local deferred = Shader("DeferredLighting")

deferred.Branches = {
	"g_bOcclusion",
	"g_bPunctualLights",
	"g_bFog",
	Enum("g_DebugOutput", { "None", "LightCount", "Normals", "Occlusion" }),
}
deferred.Metadata = { pass = "lighting" }

function deferred.Specialize(permutation)
	if not states.hasVertexId then
		return nil
	end
	local technique = states.fullscreen(Technique())
	technique.VertexShader = "FullscreenVS"
	technique.PixelShader = "DeferredPS"
	-- A debug picture shows its one value and nothing that covers it.
	local output = permutation.g_DebugOutput
	if output ~= "None" then
		permutation.g_bFog = false
	end
	if output == "LightCount" then
		permutation.g_bPunctualLights = true
		permutation.g_bOcclusion = false
	elseif output == "Normals" then
		permutation.g_bPunctualLights = false
		permutation.g_bOcclusion = false
	elseif output == "Occlusion" then
		permutation.g_bPunctualLights = false
		permutation.g_bOcclusion = true
	end
	return technique, permutation
end
