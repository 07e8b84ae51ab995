local shader = Shader("Lost")
shader.Source = "float4 Main() : SV_Target0 { return 0; }"
shader.Technique.PixelShader = "Main"
shader.Fallback = "Wrnog"
