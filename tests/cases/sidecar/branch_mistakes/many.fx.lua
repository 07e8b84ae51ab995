local s = Shader("A")
s.Technique.PixelShader = "x"
s.Branches = {
	"good",
	"not good",
	4,
	"good",
	{},
}
