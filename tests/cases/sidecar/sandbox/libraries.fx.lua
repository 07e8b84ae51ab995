local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
print(math.floor(1.5), ("x"):rep(3), string.format("%02d", 4), bit32.band(6, 3), utf8.char(65), buffer.len(buffer.create(4)), #table.pack(1, 2))
print(select("#", 1, 2), type(t), typeof(t), tonumber("4"), unpack({1}), rawequal(1, 1), getmetatable(t))
