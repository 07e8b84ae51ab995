local a = Shader("A")
a.Branches = { "g_bShadow" }
a.Technique.PixelShader = "main"
a.Dialect = "glsl"
