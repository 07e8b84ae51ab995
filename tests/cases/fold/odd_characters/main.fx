bool g_bA;
float4 main(float4 p : SV_Position) : SV_Target0
{
    // A compiler will complain of the sign; uberc hands it on.
    float r =×p.x;
    return g_bA ? r : 1.0 .xxxx;
}
