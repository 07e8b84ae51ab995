local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
s.Branches = { Enum("q", {"Low", x = "High"}) }
