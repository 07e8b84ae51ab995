local s = Shader("Wide")
s.Branches = {Int("g_n", -2147483648, 2147483647), "g_b"}
s.Technique.PixelShader = "main"
