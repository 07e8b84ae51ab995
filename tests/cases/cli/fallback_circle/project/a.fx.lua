for _, pair in { { "A", "B" }, { "B", "C" }, { "D", "A" }, { "Alone", "Nowhere" } } do
	local shader = Shader(pair[1])
	shader.Technique.PixelShader = "MainPS"
	shader.Fallback = pair[2]
end
local own = Shader("Own")
own.Technique.PixelShader = "MainPS"
own.Fallback = "Own"
