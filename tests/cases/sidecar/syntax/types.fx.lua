local function twice(x: number): number
	return x * 2
end
local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
t.Defines.N = twice(2)
local u: string = "typed"
