-- A mistake of Lua's own ends the run, but what was noted before is told.
local s = Shader("A")
s.Branches = {"a"}
function s.Specialize(p)
	local t = Technique()
	t.ZEnable = true
	if p.a then
		error("no way")
	end
	t.Profile = 7
	return t
end
