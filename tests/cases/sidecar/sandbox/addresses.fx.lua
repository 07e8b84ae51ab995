local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
print({}, print, tostring({}), `{t}`, string.format("%s %s", {}, t), t.RenderState)
