bool g_bA;
int g_n;
Texture2DMS<float4> g_samples : register(t0);
sampler1D g_old;
RWByteAddressBuffer g_bytes : register(u0);
groupshared uint g_shared;

float4 main(float4 p : SV_Position, half2 h : TEXCOORD0, nointerpolation uint3 u : TEXCOORD1) : SV_Target0
{
    float4 color = p;
    // What only computes or reads goes with the operand that decides.
    if (g_bA && dot2add(h, h, p.x) > 0) color += 1;
    if (g_bA && dot4add_u8packed(u.x, u.y, u.z) > 0) color += 2;
    if (g_bA && dot4add_i8packed(u.x, u.y, 1) > 0) color += 3;
    if (g_bA && any(msad4(u.x, u.yz, u.xyzx) > 0)) color += 4;
    if (g_bA && asuint16(asfloat16((uint16_t)u.x)) > asint16((int16_t)u.y)) color += 5;
    if (g_bA && unpack_u8u32(pack_u8(u.xyzx)).x > unpack_s8s32(pack_clamp_s8(int4(u.xyzx))).y) color += 6;
    if (g_bA && tex1Dlod(g_old, p).x > 0) color += 7;
    if (g_bA && g_samples.GetSamplePosition(0).x > 0) color += 8;
    if (g_bA && GetRenderTargetSampleCount() > 1) color += 9;
    if (g_bA && NonUniformResourceIndex(u.x) > 1) color += 10;
    if (g_bA && asuint(p.x) > 1) color += 11;
    // What depends on the other lanes, writes or ends something stays.
    if (g_bA && WaveActiveSum(u.x) > 1) color += 12;
    if (g_bA && QuadAny(u.x > 0)) color += 13;
    float whole;
    if (g_bA && modf(p.x, whole) > 0) color += 14;
    if (g_bA && Undeclared(p.x) > 0) color += 15;
    uint low, high;
    g_bA ? asuint(1.0L, low, high) : InterlockedAdd(g_shared, 1);
    // A value for an atomic is no place; what takes the value before is one.
    InterlockedAdd(g_shared, g_bA ? u.x : u.y, low);
    g_bytes.InterlockedAdd(0, g_bA ? u.x : u.y, high);
    InterlockedAdd(g_shared, 1, g_n == 1 ? low : high);
    g_bytes.InterlockedAdd(0, 1, g_n == 1 ? low : high);
    return color + whole + low + high;
}
