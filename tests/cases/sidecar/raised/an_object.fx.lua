error(setmetatable({}, { __tostring = function() return "the palette has no entry 7" end }))
