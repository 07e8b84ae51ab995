-- A global that the file assigns is its own, and it may replace what is built in.
counter = 1
function helper(x) return x * 2 end
local write = print
function print(...) write("said:", ...) end
function string.trim(text) return (text:gsub("^%s+", ""):gsub("%s+$", "")) end
function math.round(x) return math.floor(x + 0.5) end
print(counter + helper(2), ("  a "):trim(), math.round(1.5))
local a = Shader("A")
a.Branches = { "b" }
function a.Specialize(p)
    local t = Technique()
    t.PixelShader = p.b and string.trim(" x ") or "y" .. helper(counter)
    return t, p
end
