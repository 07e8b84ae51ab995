-- Each member of a few enums is a key, and the order in which a walk meets them is what the shader is made of.
local shader = Shader("Enums")
shader.Branches = { Int("g_nWalk", 0, 4) }

local set = {}
for at, enum in { Stencil, BlendMode, CullMode, FillMode, ComparisonFunc } do
	for name, member in enum do
		set[member] = #name * at
	end
end

local walks = {
	[0] = function(add) for key, value in set do add(key, value) end end,
	function(add) for key, value in pairs(set) do add(key, value) end end,
	function(add)
		local key, value = next(set)
		while key do
			add(key, value)
			key, value = next(set, key)
		end
	end,
	function(add) table.foreach(set, add) end,
	function(add) for key, value in next, table.clone(set) do add(key, value) end end,
}

function shader.Specialize(permutation)
	local technique = Technique()
	technique.PixelShader = "main"
	local sum, names, place = { 0, 0, 0, 0 }, {}, 0
	walks[permutation.g_nWalk](function(member, value)
		place += 1
		sum[1 + place % 4] += place * value
		names[place] = tostring(member)
	end)
	technique.Defines = { FIRST = sum[1], SECOND = sum[2], THIRD = sum[3], FOURTH = sum[4] }
	technique.Metadata.walk = table.concat(names, " ")
	return technique, permutation
end
