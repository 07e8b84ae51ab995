// stage: compute
// Messages of a debug layer: SPIR-V alone has them.
string g_Format = "of a global: %d";
RWStructuredBuffer<uint> g_Numbers : register(u0);

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    g_Numbers[id.x] += id.x;
    printf("%u of %v3u: %f\n", g_Numbers[id.x], id, 0.5);
    printf("%d", id.x > 2);
    printf("in two " "parts");
    printf(g_Format, 3);
}
