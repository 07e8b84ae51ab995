bool g_bA;
unsigned int g_n;
Texture2D g_texture;
SamplerState g_sampler;
RWStructuredBuffer<uint> g_log, g_other;
enum Small : uint { One = 1 };
struct V { float x; float operator+(V other) { g_log[0] = 1; return x + other.x; } };
uint Later(uint i) { RWStructuredBuffer<uint> first = g_other, second = g_log; second[i] = i; return i; }

float4 main(float2 uv : TEXCOORD) : SV_Target0
{
    float r = 0;
    // Unsigned, however that is spelled: 0 - 1 is more than 3.
    if (g_n - 1 > 3) r += 1;
    unsigned int u = 3;
    int s = -1;
    // A negative number becomes a large one first.
    float f = g_bA ? s : u;
    // Enumerators with a type of their own: 1 - 2 is more than 0.
    if (One - 2 > 0 || g_bA) r += 4;
    // The status of a tiled resource is written.
    uint status = 0;
    if (g_texture.Sample(g_sampler, uv, int2(0, 0), 0.0, status).x > 0 && g_bA) r += 8;
    // A local that is a resource, declared second.
    if (Later(1) > 0 && g_bA) r += 16;
    // An operator that is a function.
    V v;
    if (v + v > 1 && g_bA) r += 32;
    return r + f + status;
}
