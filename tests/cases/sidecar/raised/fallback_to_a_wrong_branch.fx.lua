local a = Shader("A")
a.Fallback = { g_bDetail = false, g_Quality = "Low" }
a.Branches = { "g_bDetail", Enum("g_Quality", { "Low", "very high" }) }
a.Technique.PixelShader = "x"
