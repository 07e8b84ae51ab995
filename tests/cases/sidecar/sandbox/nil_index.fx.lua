local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
local x = t.Nothing and 1
local y = nil
print(y.z)
