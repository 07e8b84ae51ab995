local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"

t.VertexShader, t.HullShader, t.DomainShader, t.GeometryShader = "v", "h", "d", "g"
t.VertexFormat = "Mesh"
t.Profile = "6_2"
t.Defines = { A = 1, B = 1.5, C = "x y", D = true, E = false }
t.Defines.F = -0.0
t.Defines.A = nil
t.Metadata = { Queue = 3, Name = "n", Sorted = true }
local r = t.RenderState
r.FillMode = FillMode.Wireframe
r.CullMode = CullMode.None
r.FrontFace = FrontFace.CCW
r.ZEnable = false
r.ZWriteEnable = false
r.ZFunc = ComparisonFunc.Greater
r.DepthBias = -5
r.SlopeScaleDepthBias = 0.25
r.DepthBiasClamp = 2
r.DepthClip = false
r.ScissorTestEnable = true
r.MultisampleEnable = false
r.AlphaToCoverage = true
r.SampleMask = 4294967294
r.AlphaTestEnable = true
r.AlphaTestFunc = ComparisonFunc.GEqual
r.AlphaTestRef = 128
r.AlphaBlendEnable = true
r.SrcBlend = BlendMode.BlendFactor
r.DstBlend = BlendMode.InvSrc1Alpha
r.BlendOp = BlendOp.RevSubtract
r.SrcBlendAlpha = BlendMode.Zero
r.DstBlendAlpha = BlendMode.SrcAlphaSat
r.BlendOpAlpha = BlendOp.Max
r.BlendFactor = {0, 0.5, 1, 0.25}
r.ColorWriteState = ColorWriteState.R_B_
r.StencilEnable = true
r.StencilRef = 1
r.StencilMask = 2
r.StencilWriteMask = 3
r.StencilBackZFail = Stencil.Decr
r.StencilFunc = ComparisonFunc.Equal
r.StencilPass = Stencil.Replace
r.StencilFail = Stencil.Zero
r.StencilZFail = Stencil.IncrSat
r.StencilBackFunc = ComparisonFunc.Less
assert(r.StencilBackPass == Stencil.Replace and r.StencilBackZFail == Stencil.Decr)
r.RenderTarget[0].AlphaBlendEnable = false
r.RenderTarget[7] = { SrcBlend = BlendMode.DestColor, ColorWriteState = ColorWriteState.___A }
r.RenderTarget[3] = r.RenderTarget[7]
assert(r.RenderTarget[1].SrcBlend == BlendMode.BlendFactor)
assert(r.BlendFactor[2] == 0.5)
