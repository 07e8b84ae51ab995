local s = Shader("A")
s.Technique.PixelShader = "main"
local list = {}
for at = 1, 40 do list[at] = { at, at % 3 } end
table.sort(list, function(a, b) return a[2] < b[2] end)
local order = {}
for at, entry in list do order[at] = entry[1] end
print(table.concat(order, " "))
print((pcall(table.sort, { 3, 1, 2, 5, 4 }, function() return true end)))
print(pcall(table.sort, { CullMode.CW, CullMode.None }))
