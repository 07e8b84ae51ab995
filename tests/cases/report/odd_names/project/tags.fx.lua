local tags = Shader("</script><b>Tags & more</b>")
tags.Branches = { Int("g_nSize", -1, 1), Enum("g_Mode", { "Only" }) }
tags.Technique.ComputeShader = "main"
tags.Metadata = { note = "<img src=x>" }
