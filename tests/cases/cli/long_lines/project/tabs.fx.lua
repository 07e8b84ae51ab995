local shader = Shader("Tabs")
	shader.Branches = {	"g_bA",	"if" }
	shader.Technique.PixelShader = "MainPS"
