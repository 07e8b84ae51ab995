Texture2D g_First : register(t1);
Texture2D g_Second : register(t1);
float4 main() : SV_Target
{
    return g_First[uint2(0, 0)] + g_Second[uint2(0, 0)];
}
