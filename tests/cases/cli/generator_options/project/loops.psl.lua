local loops = Shader("Loops")
loops.Options = { loop_guard = 50 }
loops.Technique.PixelShader = "PslPS"
