local long = string.rep("x", 100000)
local s = Shader(long)
s.Technique.PixelShader = long
s.Technique.VertexFormat = long
s.Technique.Defines[long] = 1
s.Technique.Defines.A = long
s.Branches = {long, Int(long, 0, 1)}
