local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
s.Branches = {"a", Int("n", 0, 3)}
s.Fallback = { a = 1, n = 4, b = true }
local u = Shader("B")
u.Fallback = { x = true }
u.Technique.PixelShader = "main"
