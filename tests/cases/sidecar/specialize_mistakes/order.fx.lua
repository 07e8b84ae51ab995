local s = Shader("A")
s.Branches = { "a" }
function s.Specialize(p)
	table.sort({ 3, 1, 2, 4 }, function()
		return true
	end)
end
