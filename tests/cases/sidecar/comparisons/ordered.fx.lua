-- Names of an enum branch are in their declared order, not in that of their letters.
local least = "High"
local shader = Shader("A")
shader.Branches = { "g_bLit", Enum("g_Q", { "Low", "High", "Ultra", "Best" }), Int("g_n", 0, 1), Enum("g_R", { "Off", "On" }) }
function shader.Specialize(p)
    local t = Technique()
    t.PixelShader = "main"
    if p.g_Q >= "Ultra" then t.VertexShader = "best_or_ultra" end
    local q = p.g_Q
    if q < least then t.VertexShader = "low" end
    if "On" <= p.g_R and p.g_n < 1 then t.Defines.ON = `{q > "Ultra"}` end
    p.g_bLit = false
    return t, p
end
