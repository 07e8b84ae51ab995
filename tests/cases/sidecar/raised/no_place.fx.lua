local function need(value) if value == nil then error("a name is missing", 0) end end
need()
