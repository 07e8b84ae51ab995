-- One technique for each group of built-in functions that a program uses. A game asks for the smallest that has all.

local machine = Shader("PslMachine")

machine.Branches = { "g_bMath", "g_bGeometry", "g_bTextures", "g_bAudio", "g_bProgramTexture", "g_bSmall", "g_bTrace" }

function machine.Specialize(permutation)
    local technique = Technique()
    technique.VertexShader = "MachineVS"
    technique.PixelShader = "MachinePS"
    if permutation.g_bSmall then
        technique.Defines = { kREGISTERS = "32u", kSTACK = "16u" }
    end
    -- WebGL 2 has no storage buffers.
    if RENDERER_GLES then
        permutation.g_bProgramTexture = true
    end
    return technique, permutation
end
