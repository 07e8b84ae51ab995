-- Words that only look like HLSL's own.
local s = Shader("A")
s.Branches = {"Float", "TextureBlend", "samplerOn", "float5", "If"}
s.Technique.PixelShader = "main"
