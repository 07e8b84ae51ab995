local s = Shader("A")
s.Technique.PixelShader = "main"
local shadow, main, late = { name = "shadow", lights = { 1, 2 } }, { name = "main" }, { name = "main", lights = {} }
local same, twin = {}, {}
local circle = { name = "circle" }
circle.circle, circle[circle] = circle, true
local passes = { [late] = 1, [main] = 2, [shadow] = 3, [same] = "a", [twin] = "b", [circle] = 4, [buffer.fromstring("x")] = 5, [buffer.fromstring("a")] = 6 }
local list = {}
for pass, value in passes do
	table.insert(list, `{type(pass) == "table" and pass.name or type(pass)} {value}`)
end
print(table.concat(list, ", "))
