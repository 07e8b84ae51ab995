local info = CreateInfo("a")
info.define("X")
