local list = {}
for at = 1, 500 do list[at] = at end
local a = Shader("A")
a.Branches = list
