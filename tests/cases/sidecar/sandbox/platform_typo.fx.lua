local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
if RENDERER_DX10 then end
