local a = Shader("A")
a.Technique = { PixelShader = "x", RenderState = AlphaBlendRenderState, Defines = { Q = 1 } }
a.Branches = { "on", Int("count", -1, 1), Enum("only", {"One"}), Enum("quality", {"Low", "High"}) }
a.Fallback = { on = true, count = 1, quality = "High" }
a.Metadata = { Priority = 3 }
a.Dialect = "bsl"
local b = Shader("B")
b.Technique.ComputeShader = "cs"
b.Source = [[
float4 main() : SV_Target { return 1; }
]]
b.Fallback = "A"
local c = Shader("C")
c.Branches = {}
c.Specialize = function(p)
	local t = Technique(a.Technique)
	t.Defines.Q = nil
	return t, p
end
