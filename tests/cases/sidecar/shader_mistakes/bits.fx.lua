local list = {}
for i = 1, 65 do list[i] = "b" .. i end
local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
s.Branches = list

local u = Shader("B")
u.Branches = {Int("a", 0, 4095), Int("b", 0, 4095), Int("c", 0, 4095), Int("d", 0, 4095), Int("e", 0, 4095), Int("f", 0, 4095)}
u.Technique.PixelShader = "x"
