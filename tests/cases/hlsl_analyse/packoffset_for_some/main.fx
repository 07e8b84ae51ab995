// A warning, as in dxc: who follows whom is not agreed upon.
cbuffer Some
{
    float4 g_Placed : packoffset(c1);
    float g_Follows;
    float g_Placed2 : packoffset(c3.y);
}
cbuffer All { float4 g_First : packoffset(c0); float2 g_Second : packoffset(c1.z); }
cbuffer None { float4 g_Third; float2 g_Fourth; }
float4 main() : SV_Target
{
    return g_Placed * g_Follows * g_Placed2 + g_First * g_Second.x + g_Third * g_Fourth.x;
}
