local one = Shader("One")
one.Source = [[
bool g_bLit;
float4 main() : SV_Target { return g_bLit ? wrong : 0.5; }
]]
one.Branches = { "g_bLit" }
one.Technique.PixelShader = "main"

local two = Shader("Two")
two.Technique.PixelShader = "main"
two.Source = [[
#if
float4 main() : SV_Target { return 0.5; }
]]

local made = Shader("Made")
made.Technique.PixelShader = "main"
made.Source = "float4 main() : SV_Target\n{ return " .. "nothing" .. "; }"
