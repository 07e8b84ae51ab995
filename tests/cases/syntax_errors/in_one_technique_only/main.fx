bool g_bA;
float4 PS(float4 p : SV_Position) : SV_Target
{
#ifdef WITH_FOG
    p.x += 1
#endif
    return p;
}
float4 VS(float3 p : POSITION) : SV_Position { return float4(p, 1); }
