local tint = Shader("Tint")
tint.Branches = { "g_bFog", "g_bStripes" }
function tint.Specialize(permutation)
    local technique = Technique()
    if permutation.g_bStripes then
        technique:from_info("tint", "striped")
    else
        technique:from_info("tint")
    end
    return technique, permutation
end
