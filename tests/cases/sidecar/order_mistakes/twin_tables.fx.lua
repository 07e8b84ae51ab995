local s = Shader("A")
s.Technique.PixelShader = "main"
local set = { [{ 1 }] = true, [{ 1 }] = true }
local count = 0
for key in set do
	count += 1
end
