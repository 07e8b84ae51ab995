#if WITH_MAIN
float4 Main() : SV_Target0 { return 0; }
#endif
float4 Other() : SV_Target0 { return 0; }
