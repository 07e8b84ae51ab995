// stage: compute
// compared: main.fx
// What is no number differs from everything, and so from itself.
StructuredBuffer<float4> F : register(t0);
StructuredBuffer<int4> I : register(t1);
RWStructuredBuffer<float4> O : register(u0);
RWStructuredBuffer<int4> P : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint n = id.x & 63;
    float4 f = F[n];
    float4 o = 0;
    int4 p = 0;
    float zero = f.x - F[n].x;
    float nan = zero / zero;
    p.x = isnan(nan) + isinf(1 / zero) * 2 + isfinite(nan) * 4 + isfinite(f.x) * 8;
    p.y = (nan == nan) + (nan != nan) * 2 + (nan < 1) * 4 + !(nan < 1) * 8;
    p.z = (nan != 0) + (bool)nan * 2 + (nan ? 4 : 8) + (nan > 0 ? 16 : 32);
    if (f.x != f.x)
    {
        p.w = 1;
    }
    if (nan != nan)
    {
        p.w += 2;
    }
    p.w += any(nan.xxx != 0) * 4 + all(f != nan) * 8;
    o = (float4)(f.xyxy != float4(nan, f.x, 1, f.y));
    if (id.x < 64)
    {
        O[n] = o;
        P[n] = p;
    }
}
