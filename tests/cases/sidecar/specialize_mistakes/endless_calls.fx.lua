local s = Shader("A")
s.Branches = { "a" }
function s.Specialize(p)
	return s.Specialize(p)
end
