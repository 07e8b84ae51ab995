-- What the file catches is not told.
local s = Shader("A")
s.Branches = {"a"}
local ok = xpcall(function() s.Technique.Foo = 1 end, function(why) return why end)
assert(not ok)
function s.Specialize(p)
	local t = Technique()
	t.PixelShader = "main"
	assert(not pcall(function() t.Foo = 1 end))
	assert(not pcall(function() return p.nothing end))
	assert(not pcall(xpcall))
	t.ZEnable = true
	return t, p
end
