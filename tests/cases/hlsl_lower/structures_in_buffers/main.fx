// stage: compute
// compared: main.fx
// Members of every alignment, in read and written buffers and within arrays.
StructuredBuffer<float4> F : register(t0);
StructuredBuffer<int4> I : register(t1);
RWStructuredBuffer<float4> O : register(u0);
RWStructuredBuffer<int4> P : register(u1);
struct Inner
{
    float3 a;
    uint b;
    float2 c;
    float3x2 m;
    row_major float2x3 r;
    bool d;
    float e[3];
    int2 h;
};
struct Outer
{
    Inner x;
    float y;
    Inner z[2];
};
struct Bone
{
    row_major float3x4 m;
};
StructuredBuffer<Outer> S : register(t2);
StructuredBuffer<Bone> Bones : register(t3);
StructuredBuffer<float3> V : register(t4);
StructuredBuffer<float3x4> M : register(t5);
RWStructuredBuffer<Outer> W : register(u2);
RWStructuredBuffer<float3> X : register(u3);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint n = id.x & 63;
    float4 f = F[n];
    int4 i = I[n] - 8;
    float4 o = 0;
    int4 p = 0;
    Outer b = S[n];
    o.xyz += b.x.a + V[n] + b.x.r[1];
    p.x += b.x.b;
    o.xy += b.x.c + b.x.m[2];
    p.y += b.x.d;
    o.z += b.x.e[n % 3];
    p.zw += b.z[1].h;
    o.w += b.y;
    o.x += S[n].z[n & 1].e[2] + S[(n * 3) & 63].z[1].m._m20;
    for (int k = 0; k < 4; k++)
    {
        o.xyz += mul(Bones[(uint)(i[k] + 8)].m, float4(f.xyz, 1)) * f[k];
    }
    o.xyz += mul(M[n & 7], f);
    b.z[n & 1].a.yz = f.xy;
    b.x.m[1].y = 7;
    b.y *= 2;
    b.x.d = !b.x.d;
    b.z[0].e[n % 3] = f.x;
    if (id.x < 64)
    {
        W[n] = b;
        W[n].x.h.y = 5;
        W[n].z[1].c = W[n].z[0].c + 1;
        W[n].x.r._m02 = 8;
        X[n].zx = f.xy;
        X[n].y += 1;
    }
    if (id.x < 64)
    {
        O[n] = o;
        P[n] = p;
    }
}
