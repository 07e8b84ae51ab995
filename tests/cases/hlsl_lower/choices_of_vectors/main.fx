// stage: compute
// compared: main.fx
// `?:`, comparisons and logic, component by component, and conversions of truth values.
StructuredBuffer<float4> F : register(t0);
StructuredBuffer<int4> I : register(t1);
RWStructuredBuffer<float4> O : register(u0);
RWStructuredBuffer<int4> P : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint n = id.x & 63;
    float4 f = F[n];
    float4 g = F[(n + 7) & 63];
    int4 i = I[n] - 8;
    int4 j = I[(n + 5) & 63] - 7;
    float4 o = 0;
    int4 p = 0;
    o = f > g ? f : -g;
    p = i > 0 ? i : j * 2;
    o.xy += (n & 1) ? f.xy : g.zw;
    bool4 b = f.x > 0.5;
    o.zw += b.xy ? float2(1, 2) : float2(3, 4);
    p += (i == j) ? 7 : i;
    bool3 c = i.xyz < j.xyz && f.xyz > 0.3 || !b.x;
    p.xyz += c;
    p.w += any(c) * 2 + all(c) * 4;
    o *= (float4)b + 1;
    p.x -= b.x;
    p.y += b.x + c.y;
    p.z += (int)(f.x > g.x) << 3;
    float4 w = (i.x > 3) ? f : 2.5;
    o += w;
    o += f.x > 0.5 ? float4(1, 2, 3, 4) : f.y > 0.5 ? g : 0;
    float3 t = i.x < 0 ? i.xyz : f.xyz;
    o.xyz += t;
    p.x += (f.x > 0.5 ? true : i.x);
    o.y += (f.x > 0.5 ? 1 : 2.5);
    p.y += (n & 1 ? -1 : 3u) > 10 ? 1 : 0;
    bool q = f.x > 0.5;
    q = !q;
    q |= i.x > 0;
    q &= j.x > 0;
    p.w += q;
    if (id.x < 64)
    {
        O[n] = o;
        P[n] = p;
    }
}
