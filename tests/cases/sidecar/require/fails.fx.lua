local s = Shader("A")
s.Technique.PixelShader = "main"
local x = require "fails"
