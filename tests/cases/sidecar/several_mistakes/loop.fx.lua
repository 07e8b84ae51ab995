-- A loop that makes one mistake after the other ends at some point.
local s = Shader("A")
s.Technique.PixelShader = "main"
for at = 1, 1000 do
	s.Technique.RenderState.StencilRef = 300 + at
end
