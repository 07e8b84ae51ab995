local s = Shader("A")
s.Technique.PixelShader = "main"
s.Source = "float4 main() : SV_Target { return 0; }"
