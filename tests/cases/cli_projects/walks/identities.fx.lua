-- Objects, functions and tables as keys.
local shader = Shader("Identities")
local technique = shader.Technique
technique.PixelShader = "main"

local passes = {}
for _, name in { "shadow", "depth", "opaque", "sky", "transparent", "post" } do
	passes[{ name = name, uses = { #name, name } }] = name
end
local states = {}
for at = 1, 8 do
	states[RenderState({ DepthBias = at })] = `bias{at}`
	states[Technique()] = `technique{at}`
end
local functions = { [print] = "print", [math.max] = "max", [tostring] = "tostring", [Shader] = "Shader", [string] = "string" }
functions[function() end] = "first"
functions[function() end] = "second"
functions[function() end] = "third"

local function order(set)
	local list = {}
	for _, name in set do
		table.insert(list, name)
	end
	return table.concat(list, " ")
end
local function number(text)
	local value = 0
	for at = 1, #text do
		value = (value * 31 + text:byte(at)) % 65521
	end
	return value
end
shader.Metadata = { passes = order(passes), states = order(states), functions = order(functions) }
technique.Defines = { FIRST = number(order(passes)), SECOND = number(order(states)), THIRD = number(order(functions)), FOURTH = 1 }
