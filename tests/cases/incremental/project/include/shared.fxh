// Shared by all.
float4 shade() { return float4(1, 0, 0, 1); }
