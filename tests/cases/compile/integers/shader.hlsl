//! pixel PSMain
cbuffer Bits : register(b0) { uint g_uMask; int g_iShift; };

uint4 PSMain(nointerpolation uint4 v : TEXCOORD0, nointerpolation int2 s : TEXCOORD1, float f : TEXCOORD2) : SV_Target0
{
    uint packed = f32tof16(f) | (f32tof16(f * 2) << 16);
    uint4 r;
    r.x = countbits(v.x & g_uMask) + firstbithigh(v.y) + firstbitlow(v.z);
    r.y = reversebits(v.w) ^ uint(s.x >> g_iShift);
    r.z = asuint(f16tof32(packed)) % max(v.x, 1u);
    r.w = uint(abs(s.y) / max(g_iShift, 1)) + (asint(f) < 0 ? 1u : 0u) + uint(sign(f));
    return r;
}
