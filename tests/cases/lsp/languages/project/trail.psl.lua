local program = Shader("Trail")
program.Technique.VertexShader = "PslVS"
program.Technique.PixelShader = "PslPS"
