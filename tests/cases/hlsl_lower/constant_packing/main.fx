cbuffer Packed
{
    float g_First;
    float g_Weights[3];
    float g_InTheLastRow;
    float3 g_Color;
    bool g_On;
    struct { float3 a; float b; } g_Inner;
    float2 g_Pair : packoffset(c9.z);
    double g_Wide;
};
float4 main(uint index : INDEX) : SV_Target
{
    float3 color = g_On ? g_Color : g_Inner.a;
    return float4(color * g_Weights[index] + g_InTheLastRow, g_Inner.b) + g_Pair[index] + g_First + (float)g_Wide;
}
