// stage: compute
// compared: main.fx
// Swizzles, components, elements and aliases as `out` and `inout` arguments.
StructuredBuffer<float4> F : register(t0);
StructuredBuffer<int4> I : register(t1);
RWStructuredBuffer<float4> O : register(u0);
RWStructuredBuffer<int4> P : register(u1);
struct S
{
    float2 a;
    int k;
};
static float4 g_Static = float4(1, 2, 3, 4);
void two(out float a, inout float2 b) { a = 3; b = b.yx * 2; }
void three(inout float3 v, in float3 w) { v += w; v.x = 1; w = v; }
void twice(inout float a, inout float b) { a += 1; b *= 10; }
void mixed(inout S s, S t, inout float x) { s.a += 1; t.a = 7; x += s.a.y; s.k += t.k; }
void touch(inout float4 v) { v.x += 1; g_Static.y += 10; v.z += g_Static.y; }
float side(inout int k) { k += 2; return k; }
int split(float2 v, out int2 parts) { parts = (int2)(v * 8); return parts.x - parts.y; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint n = id.x & 63;
    float4 f = F[n];
    int4 i = I[n] - 8;
    int4 j = I[(n + 5) & 63] - 7;
    uint4 v = (uint4)j;
    float4 o = 0;
    int4 p = 0;
    float4 q = f;
    two(q.w, q.zx);
    o += q;
    three(q.wyx, q.xyz);
    o += q * 2;
    o.x += split(f.zw, p.yx);
    float arr[3] = { 1, 2, 3 };
    two(arr[n % 3], q.xy);
    o.xyz += float3(arr[0], arr[1], arr[2]);
    float s = 2;
    twice(s, s);
    o.x += s;
    q.yx.x = 4;
    q.wzyx.yz = float2(5, 6);
    q[n & 3] = 9;
    q.xy[n & 1] = 3;
    q.wzx[2] = 8;
    o += q;
    q.wz *= 2;
    q.x++;
    --q.yz;
    o += q--;
    o -= ++q;
    two(o[n & 3], o.zw);
    S t;
    t.a = f.xy;
    t.k = i.x;
    mixed(t, t, t.a.x);
    o.xy += t.a;
    p.x += t.k;
    touch(g_Static);
    o += g_Static;
    int k = i.y;
    o.x += side(k) + side(k) * 2;
    p.y += k;
    int a = 1;
    a += a++ + 1;
    p.z += a;
    int4 w = i;
    w.xz <<= 2;
    w.yw >>= 1;
    w.x |= 3;
    w.zy ^= w.xw;
    p += w;
    if (id.x < 64)
    {
        O[n] = o;
        P[n] = p;
    }
}
