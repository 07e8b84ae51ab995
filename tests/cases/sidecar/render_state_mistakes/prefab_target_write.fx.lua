local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
AlphaBlendRenderState.RenderTarget[0].SrcBlend = BlendMode.One
