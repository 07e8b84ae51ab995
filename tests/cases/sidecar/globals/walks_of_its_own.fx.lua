local list = setmetatable({}, {
    __pairs = function(self)
        return function(_, key) if key == nil then return "a", 1 elseif key == "a" then return "b", 2 end end, self, nil
    end,
    __ipairs = function(self)
        return function(_, at) if at < 2 then return at + 1, at * 10 end end, self, 0
    end,
})
for key, value in pairs(list) do print("pairs", key, value) end
for at, value in ipairs(list) do print("ipairs", at, value) end
Shader("A").Technique.PixelShader = "x"
