bool g_bA;
RWStructuredBuffer<uint> g_log : register(u0);
static uint s_low, s_high;
// The initialiser of one global changes another.
static int s_count = 1;
static int s_after = s_count++;
static int s_unused = 3;
float Split(float d) { asuint(double(d), s_low, s_high); return 1; }
struct Outside { float x; float GatherAll(); };
float Outside::GatherAll() { g_log[1] = 1; return x; }

float Unreached()
{
    // Counts for every matrix behind it.
    #pragma pack_matrix(row_major)
    return 1;
}
cbuffer Constants : register(b0) { float3x4 g_matrix; };

float4 main(float2 uv : TEXCOORD) : SV_Target0
{
    float r = s_count;
    // A method of a local structure is no method of a resource, whatever its name.
    struct Local { float x; float Load(int i) { g_log[0] = 1; return x; } };
    Local local;
    local.x = uv.x;
    if (local.Load(0) > 0 && g_bA) r += 1;
    if (Split(uv.x) > 0 && g_bA) r += 2;
    Outside outside;
    outside.x = uv.y;
    if (outside.GatherAll() > 0 && g_bA) r += 4;
    return mul(float3(uv, r), g_matrix);
}
