local list = {}
for i = 1, 65 do list[i] = "b" .. i end
local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
s.Branches = list

local u = Shader("B")
u.Branches = {Int("a", -2147483648, 2147483647), Int("b", -2147483648, 2147483647), "c"}
u.Technique.PixelShader = "x"
