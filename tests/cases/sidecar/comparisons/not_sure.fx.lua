-- Nothing here is surely wrong.
local s = Shader("A")
s.Branches = {"g_bLit", Int("g_n", 0, 3), Enum("g_Q", {"Low", "High"})}
local p = {g_Q = "Ultra"}
local before = p.g_Q == "Ultra"
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "main"
	local q = p.g_Q
	if q == "High" then q = "Best" end
	if q == "Best" then t.VertexShader = "a" end
	local a, b = p.g_Q, 1
	if a == "Other" then t.VertexShader = "b" end
	local function helper(p) return p.g_Q == "Any" end
	local function other()
		local p = {g_Q = "x"}
		return p.g_Q == "x"
	end
	for _, p in { {g_Q = "y"} } do
		if p.g_Q == "y" then t.Defines.Y = 1 end
	end
	if "g" .. p.g_Q == "gLow" then t.VertexShader = "c" end
	if p.g_Q == "L" .. "ow" then t.VertexShader = "d" end
	if not p.g_bLit == 1 then t.VertexShader = "e" end
	if p.g_n + 1 == 4 or p.g_n == 4 - 1 then t.VertexShader = "f" end
	local long = p.g_Q .. "x"
	if long == "Lowx" then t.VertexShader = "g" end
	repeat
		local q2 = p.g_Q
		local r = "R"
	until r == "R" and p.g_Q == "Low" or true
	-- if p.g_Q == "comment" then
	local text = [[p.g_Q == "text"]] .. 'p.g_Q == "text"'
	if p.g_Q == nil or p.g_Q == p.g_n or t.VertexFormat == "x" then t.VertexShader = "h" end
	return t, p
end
