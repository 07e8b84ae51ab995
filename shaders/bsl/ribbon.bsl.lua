-- A ribbon, plain or striped.

local ribbon = Shader("Ribbon")

ribbon.Branches = { "use_stripes", "use_ease", Int("samples", 1, 3) }
ribbon.Technique.VertexShader = "ribbon_vs"
ribbon.Technique.PixelShader = "ribbon_fs"
