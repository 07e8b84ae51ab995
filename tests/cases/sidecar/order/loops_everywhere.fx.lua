local s = Shader("A")
s.Technique.PixelShader = "main"
local set = { [CullMode.CCW] = 1, [CullMode.None] = 2, [CullMode.CW] = 3 }
local function keys(t) local list = {} for key: any in t do table.insert(list, tostring(key)) end return list end
for at, name in (function() for _ in set do end return keys(set) end)() do print(at, name) end
print(`{table.concat((function() local list = {} for key in set do table.insert(list, `{(function() for k in set do return k end return nil end)()}/{key}`) end return list end)(), " ")}`)
for key -- comment do
in if set then set else {} do print(key) end
for letter in ("abc"):gmatch(".") do print(letter) end
for index, value in ipairs({ "x", "y" }) do print(index, value) end
local own = setmetatable({}, { __iter = function() return next, { [CullMode.CW] = 1, [CullMode.None] = 2 } end })
for key, value in own do print(key, value) end
local calls = setmetatable({}, { __call = function(_, _, last) return if (last or 0) < 2 then (last or 0) + 1 else nil end })
for number in calls do print(number) end
local plain = setmetatable({ [CullMode.CW] = 1, [CullMode.None] = 2 }, { __index = {} })
for key, value in plain do print(key, value) end
for key in pairs(own) do print("pairs does not ask __iter", key) end
