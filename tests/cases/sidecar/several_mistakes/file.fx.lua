local s = Shader("A")
s.Branchs = {"a"}
local t = s.Technique
t.VertxShader = "main"
t.PixelShader = 42
t.RenderState = {ZEnable = 1, CullMod = CullMode.None, ZFunc = ComparisonFunc.Les, StencilRef = -1}
t.RenderState.RenderTarget = {[8] = {}, [0] = {SrcBlend = "One", Foo = 1}}
t.Defines = {A = "1 \\", B = "x\ny", C = "1 /* open", D = "\"/*\"", E = "1 /* closed */ + 2 // rest"}
DefaultRenderState.ZEnable = false
s.Fallback = 7
