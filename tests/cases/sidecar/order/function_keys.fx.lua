local s = Shader("A")
s.Technique.PixelShader = "main"
local function first() end
local function second() end
local third = function() end
local names = { [third] = "third", [print] = "print", [math.max] = "math.max", [second] = "second", [string.format] = "string.format", [first] = "first", [Shader] = "Shader", [math] = "math" }
local list = {}
for fn, name in names do
	table.insert(list, name)
end
print(table.concat(list, " "))
