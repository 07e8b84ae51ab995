-- A technique for each material of the document: a macro selects the element.
local metals = Shader("Metals")
metals.Branches = { "g_bGold", "g_bWall" }
function metals.Specialize(permutation)
    if permutation.g_bGold then permutation.g_bWall = false end
    local technique = Technique()
    technique.VertexShader, technique.PixelShader = "main", "main"
    technique.Defines = { MTLX_ELEMENT = permutation.g_bGold and 1 or permutation.g_bWall and 2 or 0 }
    return technique, permutation
end
