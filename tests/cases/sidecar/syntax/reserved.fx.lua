local s = Shader("A")
local end = 4
