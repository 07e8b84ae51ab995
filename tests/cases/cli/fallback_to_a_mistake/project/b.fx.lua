local s = Shader("B")
s.Technique.PixelShaderr="main"
