local s = Shader("A")
s.Branches = {"g_bLit", Int("g_n", 0, 3), Enum("g_Q", {"Low", "High"})}
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "main"
	if p.g_Q == "Hgh" then t.VertexShader = "a" end
	if p.g_Q ~= 'low' and p.g_n == 4 then t.VertexShader = "b" end
	local quality, lit = p.g_Q, p.g_bLit
	local q = p.g_Q
	local copy = p
	for i = 1, 3 do
		if q == "Ultra" or ("Hihg" == q) or copy["g_n"] == -1 then t.VertexShader = "c" end
	end
	local name = if p.g_bLit == 1 then "x" else if p.g_n == "2" then "y" else "z"
	while p.g_n == 1.5 do
		break
	end
	t.Defines.X = p.g_Q == 3
	local function later()
		return p.g_n == 7, `{p.g_Q == "Lo"}`
	end
	return t, p
end
