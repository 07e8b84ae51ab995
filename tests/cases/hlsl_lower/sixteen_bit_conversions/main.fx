// stage: compute
// Between 16-bit integers, booleans and other numbers: WGSL and GLSL have no 16-bit integers, the others take all.
RWStructuredBuffer<float4> g_F : register(u1);
cbuffer C { int c; uint e; float g; int b; };
[numthreads(8,1,1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int16_t a = (int16_t)c;
    uint16_t u = (uint16_t)a;
    float f = a; 
    f += u;
    int i = a; uint w = u; i += w;
    int16_t n = (int16_t)i; uint16_t q = (uint16_t)f; float16_t hh = a; hh += u; n += (int16_t)hh;
    bool t = a; bool t2 = u != 0; n += t; q += (uint16_t)t2;
    int16_t3 v = int16_t3(id); uint16_t3 vv = (uint16_t3)v; float3 fv = v; int3 iv = v; v = (int16_t3)fv;
    n += v.x + (int16_t)vv.y; n = n << 2; n = abs(n); n = min(n, a); n = -n; n = ~n; n = n % a; q = q / u;
    g_F[id.x] = float4(f + fv.x + iv.y, n, q, hh);
}
