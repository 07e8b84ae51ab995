local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
local x = getfenv
