static const float4 TINT = 1.0;
