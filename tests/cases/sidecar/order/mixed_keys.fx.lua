local s = Shader("A")
s.Technique.PixelShader = "main"
local mixed = { "one", "two", [10] = "ten", [-1] = "less", [0.5] = "half", b = 1, a = 2, [true] = 3, [false] = 4, [CullMode.CW] = 5, [math.huge] = 6, [""] = 7 }
local list = {}
for key, value in mixed do
	table.insert(list, `{key}={value}`)
end
print(table.concat(list, " "))
local few = {}
for at = 5, 1, -1 do
	few[at] = at
end
for key in few do
	list[key] = key
end
print(table.concat(list, " ", 1, 5))
