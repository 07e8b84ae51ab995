local info = CreateInfo("a")
info.name = "b"
