CreateInfo("b"):uniform_buf(0.5, "T", "x")
