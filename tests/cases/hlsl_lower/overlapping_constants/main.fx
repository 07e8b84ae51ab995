cbuffer View
{
    float4 g_Tint : packoffset(c0);
    float2 g_Size : packoffset(c0.z);
    float g_Time;
};
float4 main() : SV_Target
{
    return g_Tint * g_Size.x * g_Time;
}
