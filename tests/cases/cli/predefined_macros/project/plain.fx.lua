local plain = Shader("Plain")
local technique = Technique()
technique.VertexShader = "vertex"
technique.PixelShader = "pixel"
plain.Technique = technique
