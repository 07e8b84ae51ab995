local mesh = Shader("Mesh")
mesh.Technique.VertexShader = "MainVS"
mesh.Technique.PixelShader = "MainPS"
mesh.Dialect = "hlls"

local other = Shader("Other")
other.Technique.PixelShader = "MainPS"
other.Dialect = "shading-language"
