local s = Shader("A")
s.Branches = {
	"g_bLit",
	"g b",
	"2nd", "größe",
	Int("g-n", 0, 3),
	Enum("", {"Low"}),
	"g_bLit",
	Int(3, 0, 1),
}
