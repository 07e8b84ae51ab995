local common = {}
function common.apply_fog(technique, permutation)
    if permutation.g_bFog then
        technique.Metadata = { fog = "height" }
    end
end
return common
