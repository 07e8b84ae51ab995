local function need(value, name)
    if value == nil then error(name .. " is missing", 2) end
    return value
end
local function shader(settings)
    return need(settings.name, "name")
end
shader { }
