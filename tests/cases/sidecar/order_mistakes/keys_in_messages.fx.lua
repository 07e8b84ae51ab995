local s = Shader("A")
s.Technique.PixelShader = "main"
print(string[{}], CullMode[print], cpp[{}], s[{}], s.Technique[print], s.Technique.RenderState[{}])
s.Technique.RenderState = { [{}] = 1, [{ 1 }] = 2, [print] = 3 }
s.Technique = { [{}] = 1, [print] = 2 }
s.Branches = { [{}] = "a", [print] = "b" }
