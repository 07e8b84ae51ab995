local s = Shader("A")
s.Technique.PixelShader = "main"
local hidden = setmetatable({}, { __metatable = { __tostring = print } })
print(hidden, `{hidden}`, string.format("%s %*", hidden, hidden), ("%s"):format(hidden), tostring(getmetatable(hidden)))
print(setmetatable({}, { __tostring = function() return "mine" end }), setmetatable({}, { __tostring = function() return "mine" end, __metatable = "locked" }))
print(buffer.create(1), `{print} {s} {CullMode} {CullMode.CW}`, string.format("%s", next))
print(pcall(string.format, "%p", {}))
print(select(2, pcall(function() return {} .. "" end)), select(2, pcall(function() return {} < {} end)))
print(select(2, pcall(table.concat, { {} })), pcall(error, {}))
