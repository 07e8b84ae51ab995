local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
t.Metadata.A = print
