local twice = Shader("Twice")
twice.Technique:from_info("tint", "striped", "tint")
