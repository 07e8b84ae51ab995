local shader = Shader("Built")
local pixel = "PS" .. "Main"
shader.Technique = Technique {
	RenderState = DefaultRenderState,
	VertexShader = "VSMain",
	PixelShader = pixel,
}
