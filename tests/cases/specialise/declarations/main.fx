bool g_bA, g_bKept = true, g_bB = false;
static const bool g_bC = true;
uniform uint g_nU;
[[vk::binding(3, 0)]] int g_Mode : register(b2);
bool g_bAnnotated <string name = "shown"; int order = 3;> = true;
cbuffer Options : register(b0)
{
    bool g_bInBuffer;
    uint g_nInBuffer;
    float4 g_tint;
};

float4 main() : SV_Target0
{
    if (g_bA || g_bB || g_bC || g_bKept || g_bInBuffer || g_bAnnotated)
        return g_tint << g_nU;
    return -g_Mode + (g_nInBuffer - 1 > 0).xxxx + g_nU.xxxx;
}
