-- Every shader of the file is looked at.
local one = Shader("One")
one.Branches = {Int("n", 3, 1), Enum("e", {}), Int("m", 0.5, 2)}
local again = Shader("One")
again.Technique = 3
local nameless = Shader("")
nameless.Foo = 1
local two = Shader("Two")
two.Dialect = "no name"
two.Technique.PixelShader = "main"
