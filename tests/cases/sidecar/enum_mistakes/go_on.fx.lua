local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
CullMode.CW = 3
CullMode.None.Name = "none"
print(CullMode.None.Name)
t.RenderState.CullMode = 4
