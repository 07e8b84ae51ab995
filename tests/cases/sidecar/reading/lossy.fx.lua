local s = Shader("A")
-- café
