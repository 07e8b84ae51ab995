local s = Shader("A")
s.Technique.PixelShader = "main"
local function walk(change)
	local t, list = { [CullMode.None] = 1, [CullMode.CW] = 2, [CullMode.CCW] = 3 }, {}
	for key, value in t do
		change(t, key)
		table.insert(list, `{key}={value}`)
	end
	return table.concat(list, " ")
end
print(walk(function(t, key) t[key] = nil end))
print(walk(function(t) t[CullMode.CCW] = nil end))
print(walk(function(t) t[CullMode.CCW] = 9 end))
print(walk(function(t, key) t[FillMode.Solid] = 4 t[1] = 5 end))
-- Those that `next` has passed may go; what it never had ends it.
local t = { a = 1, b = 2, c = 3 }
local key = next(t)
while key do
	t[key] = nil
	print(key)
	key = next(t, key)
end
print(next(t), pcall(next, t, "none"))
