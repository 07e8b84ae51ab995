local mixed = Shader("Mixed")
mixed.Technique:from_info("tint")
