float4 helper() { return 1.0.xxxx; }
