bool g_bA;
#define FLAG g_bA
#define CHECK(x) ((x) && g_bA)
#define NAME(x) #x
#pragma pack_matrix(row_major) // g_bA
float4 main() : SV_Target0
{
    float a = FLAG ? 1.0 : 0.5;
    const string name = NAME(g_bA);
    return CHECK(
        a > 0.75) ? a : 0.0;
}
