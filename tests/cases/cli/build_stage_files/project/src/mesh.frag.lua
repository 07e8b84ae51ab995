-- The pixel stage is beside this file; the vertex stage is one of two files.
local shader = Shader("Mesh")
shader.Branches = { "g_bLit", "g_bSway" }

function shader.Specialize(permutation)
    local technique = Technique()
    technique.VertexShader = if permutation.g_bSway then "mesh.vert:main" else "full_screen.vert:main"
    technique.PixelShader = "main"
    return technique, permutation
end
