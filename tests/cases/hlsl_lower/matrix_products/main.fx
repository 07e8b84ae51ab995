// stage: compute
// compared: main.fx
// Products in both orders, of every shape and order of storage.
StructuredBuffer<float4> F : register(t0);
StructuredBuffer<int4> I : register(t1);
RWStructuredBuffer<float4> O : register(u0);
RWStructuredBuffer<int4> P : register(u1);
cbuffer C
{
    float4x4 a;
    row_major float4x4 b;
    float3x4 c;
    row_major float4x3 d;
    column_major float2x3 e;
    row_major float2x3 h;
    float3x3 k;
};
float4 top(row_major float4x4 m) { return m[0] + m[1] * 2; }
float4 bottom(column_major float4x4 m) { return m[2] * 3 + m[3]; }
void change(inout row_major float3x4 m, out column_major float4x4 t)
{
    m[1] *= 2;
    m._m23 = 9;
    t = transpose(a);
    t[0][1] = 5;
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint n = id.x & 63;
    float4 f = F[n];
    float4 g = F[(n + 7) & 63];
    float4 o = 0;
    int4 p = 0;
    o += mul(a, f) + mul(f, a) * 2 + mul(b, f) * 3 + mul(f, b) * 4;
    o.xyz += mul(c, f);
    o += mul(f.xyz, c) * 5;
    o += mul(d, f.xyz);
    o.xyz += mul(f, d) * 7;
    o.xy += mul(e, f.xyz);
    o.xyz += mul(f.xy, e) * 11;
    o.xy += mul(h, f.xyz) * 13;
    o.xyz += mul(f.xy, h);
    float3x3 q = mul(k, transpose(k));
    float2x3 r = mul(e, k);
    float2x2 s = mul(r, transpose(h));
    o += q[0].xyzx + q[1].yzxy * 2 + r[0].xyzx + r[1].zyxz * 2 + s[0].xyxy + s[1].yxyx * 3;
    o += top(a) + top(b) + bottom(a) + bottom(b);
    float3x4 m = c;
    float4x4 t;
    change(m, t);
    o += m[0] + m[1] + m[2] + t[0] + t[1] + t[2] + t[3];
    float4x4 x = a;
    x._41_32_23_14 = g;
    x[1].zx = g.xy;
    x[n & 3][(n >> 2) & 3] += 3;
    o += x[0] + x[1] * 2 + x[2] * 3 + x[3] * 4;
    o.x += x._m01 + determinant(k) + x[n & 3][1];
    if (id.x < 64)
    {
        O[n] = o;
        P[n] = p;
    }
}
