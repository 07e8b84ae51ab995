local s = Shader("A")
s.Technique.PixelShader = "main"
local function use()
	require("states").boom()
end
use()
