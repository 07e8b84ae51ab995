local plain = Shader("Plain")
plain.Source = "float4 main() : SV_Target { return 1; }"
plain.Technique.PixelShader = "main"
