-- Much garbage while names come and go: what a table looks like inside depends on when it was swept.
local shader = Shader("Garbage")
local technique = shader.Technique
technique.PixelShader = "main"

local set, waste = {}, {}
for round = 1, 20000 do
	local name = `name{round % 97}`
	set[name] = if set[name] then nil else round
	waste[1 + round % 50] = { name, { round }, string.rep(name, 20) }
end
local list = {}
for name in set do
	table.insert(list, name)
end
shader.Metadata.names = table.concat(list, " ")
technique.Defines = { FIRST = #list, SECOND = 2, THIRD = 3, FOURTH = 4 }
