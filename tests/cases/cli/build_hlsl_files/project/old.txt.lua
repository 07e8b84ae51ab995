local old = Shader("Old")
old.Technique.VertexShader = "MainVS"
old.Technique.PixelShader = "MainPS"
old.Dialect = "hlsl"
