float4 VSMain(float3 p : POSITION) : SV_Position { return float4(p, 1); }
