local s = Shader("A")
s.Technique.PixelShader = "main"
local set = { [buffer.create(4)] = true, [buffer.create(4)] = true }
print(pcall(function() for key in pairs(set) do print(key) end end))
table.foreach(set, print)
