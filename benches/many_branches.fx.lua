-- 200 results whatever the number of branches: eight, spread over all, are asked; the macro PASS says whether the
-- others are cleared or pass through.
local count, passing, asked = tonumber(cpp.BRANCHES), cpp.PASS == "1", {}
local many = Shader("Many")
local list = {}
for at = 1, count do
	list[at] = `b{at}`
end
for at = 1, 8 do
	asked[at] = list[1 + (at - 1) * count // 8]
end
many.Branches = list
local others = {}
for _, name in list do
	if not passing and not table.find(asked, name) then
		table.insert(others, name)
	end
end

function many.Specialize(permutation)
	local number = 0
	for _, name in asked do
		number = 2 * number + (if permutation[name] then 1 else 0)
	end
	if number >= 200 then
		return nil
	end
	local technique = Technique()
	technique.PixelShader = "ManyPS"
	technique.Defines = { MODE = number }
	for _, name in others do
		permutation[name] = false
	end
	return technique, permutation
end
