local wrong = Shader("Wrong")
wrong.Technique.ComputeShader = "wrong_cs"
