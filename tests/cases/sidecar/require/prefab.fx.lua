local s = Shader("A")
s.Technique.PixelShader = "main"
local states = require "states"
assert(require("states") == states and require("deep.inner") == states and require "deep/inner" == states)
s.Technique.RenderState = states.Decal
s.Technique.RenderState.ZEnable = false
assert(states.Decal.ZEnable)
print(require("other").name, require("nothing"))
