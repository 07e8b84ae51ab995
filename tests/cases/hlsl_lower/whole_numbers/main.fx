// stage: compute
// compared: main.fx
// Division, remainders, shifts and comparisons of negative and unsigned numbers; bits.
StructuredBuffer<float4> F : register(t0);
StructuredBuffer<int4> I : register(t1);
RWStructuredBuffer<float4> O : register(u0);
RWStructuredBuffer<int4> P : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint n = id.x & 63;
    float4 f = F[n];
    int4 i = I[n] - 8;
    int4 j = I[(n + 5) & 63] - 7;
    uint4 u = (uint4)i;
    uint4 v = (uint4)j;
    float4 o = 0;
    int4 p = 0;
    int4 d = j | 1;
    p += i / d + (i % d) * 3;
    uint4 ud = (v & 7) + 1;
    p += (int4)(u / ud) + (int4)(u % ud);
    p.y += -7 / (int)(n % 3 + 1) + -7 % (int)(n % 3 + 1);
    p.z += i.x >> 1;
    p.w += (int)(u.x >> 1) >> 3;
    p.x += i.x << (n & 31);
    p.z += i.x >> (n & 31);
    p.w += ~i.x ^ j.y;
    o = (float4)i / d;
    o.x += i.x / 2;
    o.y += i.x / 2.0;
    o.z += (float)u.z;
    p.x += (int)(f.x * -7.9) + (int)-2.7;
    p.y += abs(j.x) + sign(j.y) + min(i.x, j.x) - max(i.y, j.y) + clamp(j.x, -2, 3);
    p.x += (i.x < j.x) + ((uint)i.x < (uint)j.x) * 2 + (i.x < v.x) * 4 + (i.x != j.x) * 16;
    p.z += firstbithigh(i.x) + firstbitlow(i.y) * 3 + firstbithigh(0) + firstbithigh(-1) + firstbithigh(-2) + (int)firstbithigh((uint)(n & 1)) + firstbithigh((int)(n & 1) - 1);
    p.w += countbits(u.z) + (int)reversebits(u.w);
    o += asfloat(asuint(f) ^ 0x80000000u);
    o.w += f16tof32(f32tof16(f.x)) + f16tof32(0xc000u);
    p.y += (int)f32tof16(-1.5);
    if (id.x < 64)
    {
        O[n] = o;
        P[n] = p;
    }
}
