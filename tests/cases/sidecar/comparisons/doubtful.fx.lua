local shader = Shader("A")
shader.Branches = { "g_bLit", Int("g_n", 0, 3), Enum("g_Q", { "Low", "High", "Ultra" }) }
function shader.Specialize(p)
    local t = Technique()
    t.PixelShader = "main"
    if p.g_n then t.VertexShader = "a" end
    if not p.g_n then t.VertexShader = "b" end
    if p.g_bLit and p.g_Q then t.VertexShader = "c" end
    if p.g_n or p.g_bLit then t.VertexShader = "c" end
    if p.g_Q >= "High" then t.VertexShader = "d" end
    if "Hihg" < p.g_Q then t.VertexShader = "e" end
    -- These mean what they say.
    if p.g_bLit then t.VertexShader = "f" end
    if p.g_n > 1 and p.g_Q == "Low" then t.VertexShader = "g" end
    local count = p.g_bLit and p.g_n or 0
    local other = if p.g_bLit then p.g_n else 0
    if count + other > 2 then t.VertexShader = "h" end
    return t, p
end
