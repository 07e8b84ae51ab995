CreateInfo("b"
