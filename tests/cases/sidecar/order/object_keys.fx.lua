local s = Shader("A")
local other = Shader("B")
other.Technique.PixelShader = "main"
s.Technique.PixelShader = "main"
local states = { RenderState(), Technique(), RenderState(), s.Technique, Int("g_n", 0, 1), s, other, DefaultRenderState, cpp, s.Technique.Defines }
local names = {}
for at = #states, 1, -1 do
	names[states[at]] = at
end
local list = {}
for object, at in names do
	table.insert(list, `{object} {at}`)
end
print(table.concat(list, ", "))
