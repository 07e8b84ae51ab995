local s = Shader("")
