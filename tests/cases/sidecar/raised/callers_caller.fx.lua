local function need(value) if value == nil then error("a name is missing", 3) end end
local function shader(settings)
    need(settings.name)
end
shader { }
