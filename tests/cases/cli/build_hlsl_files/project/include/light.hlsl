float3 lit(float3 color) { return color * 0.5; }
