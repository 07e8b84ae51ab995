-- A mesh in the passes of a deferred renderer, and the compute pass that skins it.

local mesh = Shader("Mesh")

local switches = {
	"g_bSkinned",
	"g_bInstanced",
	"g_bWind",
	"g_bAlphaTest",
	"g_bEmissive",
	"g_bClearCoat",
	"g_bShadows",
	"g_bFog",
}

mesh.Branches = {
	Enum("g_Pass", { "Depth", "GBuffer", "Forward", "Skinning" }),
	Enum("g_Maps", { "None", "VertexColor", "Albedo", "Normal", "Material", "Detail" }),
	Int("g_nLights", 0, 2),
	table.unpack(switches),
}

-- One technique: nothing of a material matters to it.
local function skinning(permutation)
	permutation.g_Maps = "None"
	permutation.g_nLights = 0
	for _, switch in switches do
		permutation[switch] = false
	end
	local technique = Technique()
	technique.ComputeShader = "skin"
	return technique, permutation
end

function mesh.Specialize(permutation)
	if permutation.g_Pass == "Skinning" then
		return skinning(permutation)
	end
	-- Plants are drawn in crowds, characters are skinned, and neither is both.
	if permutation.g_bSkinned and (permutation.g_bInstanced or permutation.g_bWind) then
		return nil
	end
	if permutation.g_bWind then
		permutation.g_bInstanced = true
	end
	-- What glows is not lacquered.
	if permutation.g_bEmissive and permutation.g_bClearCoat then
		return nil
	end
	local technique = Technique()
	technique.VertexShader = "meshVertex"
	technique.PixelShader = "meshFragment"
	if permutation.g_Pass == "Depth" then
		technique.PixelShader = "depthFragment"
		permutation.g_bEmissive = false
		permutation.g_bClearCoat = false
	end
	if permutation.g_Pass == "Forward" then
		technique.RenderState = AlphaBlendRenderState
		permutation.g_bAlphaTest = false
	else
		permutation.g_nLights = 0
		permutation.g_bShadows = false
		permutation.g_bFog = false
	end
	return technique, permutation
end
