float4 PS() : SV_Target { return 0; }
