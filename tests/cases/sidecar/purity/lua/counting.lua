local M = {}
local seen = {}
local count = 0
function M.tick(on)
	if on then
		seen[1] = on
	end
	count = count + 1
	return count
end
return M
