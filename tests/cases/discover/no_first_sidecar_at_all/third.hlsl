float4 a() { return 0; }
