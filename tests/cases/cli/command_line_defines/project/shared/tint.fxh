static const float3 TINT = 1.0;
