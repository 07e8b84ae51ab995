-- Both stages are in files; there is no `pair.glsl`.
local shader = Shader("Pair")
shader.Technique.VertexShader = "mesh.vert:main"
shader.Technique.PixelShader = "mesh.frag:main"
