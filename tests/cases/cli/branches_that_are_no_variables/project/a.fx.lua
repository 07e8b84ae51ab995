local a = Shader("A")
a.Branches = { "g_bSkinned", "F", "T", "S" }
a.Technique.PixelShader = "main"
local never = Shader("Never")
never.Branches = { "g_bSkinned" }
function never.Specialize(permutation)
    return nil
end
