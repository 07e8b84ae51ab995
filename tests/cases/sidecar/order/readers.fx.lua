local s = Shader("A")
s.Branches = { "g_b", "g_a" }
s.Metadata = { z = 1, a = "x", m = true }
function s.Specialize(permutation)
	local technique = Technique({ PixelShader = "main", Defines = { Z = 1, A = 2, M = 3 } })
	local list = {}
	for name, value in technique.Defines do table.insert(list, `{name}{value}`) end
	for name, value in pairs(technique.Defines) do table.insert(list, `{name}{value}`) end
	local name = next(technique.Defines)
	while name do table.insert(list, name) name = next(technique.Defines, name) end
	for name in permutation do table.insert(list, name) end
	for name in next, permutation do table.insert(list, name) end
	technique.Metadata.order = table.concat(list, " ")
	return technique, permutation
end
local list = {}
for name, value in s.Metadata do table.insert(list, `{name}={value}`) end
for name in cpp do table.insert(list, name) end
for name in pairs(cpp) do table.insert(list, name) end
local name = next(cpp)
while name do table.insert(list, name) name = next(cpp, name) end
for name in table.clone(cpp) do table.insert(list, name) end
for at, branch in s.Branches do table.insert(list, `{at}{branch}`) end
for member in CullMode do table.insert(list, member) end
name = next(CullMode)
while name do table.insert(list, name) name = next(CullMode, name) end
print(table.concat(list, " "))
