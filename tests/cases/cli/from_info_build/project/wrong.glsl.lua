local wrong = Shader("Wrong")
wrong.Technique:from_info("tnit")
