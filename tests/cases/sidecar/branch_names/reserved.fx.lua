local s = Shader("A")
s.Branches = {
	"g_bLit",
	"float",
	"if", "true",
	Int("Texture2D", 0, 3),
	Enum("half4x4", {"Low", "High"}),
}
function s.Specialize(p)
	return nil
end
