local s = Shader("A")
s.Technique.PixelShader = "main"
local memo = setmetatable({}, { __mode = "k" })
