local fixed = Shader("Fixed")
fixed.Branches = { "fog" }
fixed.Technique:from_info("quad")
