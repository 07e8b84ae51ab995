local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
s.Branches = {"a"}
table.insert(s.Branches, "b")
