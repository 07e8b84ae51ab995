local fade = Shader("Fade")
fade.Branches = { "soft" }
fade.Technique.ComputeShader = "fade_cs"
