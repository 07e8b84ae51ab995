-- Texts and errors of values that lie somewhere in memory.
local shader = Shader("Texts")
local technique = shader.Technique
technique.PixelShader = "main"

local hidden = setmetatable({}, { __metatable = { __tostring = print } })
local texts = { `{hidden}`, tostring(hidden), string.format("%s %s", hidden, print), `{shader} {CullMode.CW}` }
for _, fn in {
	function() error(hidden) end,
	function() return hidden .. "" end,
	function() return {} < {} end,
	function() return string[hidden] end,
	function() return CullMode[print] end,
	function() table.concat({ hidden }) end,
} do
	table.insert(texts, tostring(select(2, pcall(fn))))
end
shader.Metadata.texts = table.concat(texts, "; ")
technique.Defines = { FIRST = #shader.Metadata.texts, SECOND = 2, THIRD = 3, FOURTH = 4 }
