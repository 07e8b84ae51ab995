local s = Shader("A")
s.Technique.PixelShader = "main"
local set = { [Stencil.Zero] = 1, [CullMode.CCW] = 2, [BlendOp.Max] = 3, [CullMode.None] = 4, [FillMode.Solid] = 5, [Stencil.Keep] = 6, [CullMode] = 7 }
local function words(fn)
	local list = {}
	fn(function(key, value) table.insert(list, `{key}={value}`) end)
	return table.concat(list, " ")
end
print(words(function(add) for key, value in set do add(key, value) end end))
print(words(function(add) for key, value in pairs(set) do add(key, value) end end))
print(words(function(add) for key, value in next, set do add(key, value) end end))
print(words(function(add) local key, value = next(set) while key do add(key, value) key, value = next(set, key) end end))
print(words(function(add) table.foreach(set, add) end))
print(words(function(add) for key, value in table.clone(set) do add(key, value) end end))
local only = next({ [CullMode.CW] = 1 })
print(only, next({}))
