local s = Shader("A")
s.Technique.PixelShader = "main"
local function maker(n) return function() return n end end
local set = { [maker(1)] = true, [maker(2)] = true }
local function first(t)
	return (next(t))
end
local key = first(set)
