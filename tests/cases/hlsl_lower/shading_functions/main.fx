// stage: compute
// compared: main.fx
// What shaders of materials are made of.
StructuredBuffer<float4> F : register(t0);
StructuredBuffer<int4> I : register(t1);
RWStructuredBuffer<float4> O : register(u0);
RWStructuredBuffer<int4> P : register(u1);
float3 fresnel(float c, float3 f0) { return f0 + (1 - f0) * pow(saturate(1 - c), 5); }
float ggx(float nh, float r)
{
    float a = r * r;
    float a2 = a * a;
    float d = nh * nh * (a2 - 1) + 1;
    return a2 / (3.14159265 * d * d);
}
float3 tonemap(float3 x) { return saturate((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)); }
float3 srgb(float3 c) { return c <= 0.0031308 ? c * 12.92 : 1.055 * pow(abs(c), 1.0 / 2.4) - 0.055; }
float2 octahedron(float3 n)
{
    n /= abs(n.x) + abs(n.y) + abs(n.z);
    n.xy = n.z >= 0 ? n.xy : (1 - abs(n.yx)) * (n.xy >= 0 ? 1 : -1);
    return n.xy * 0.5 + 0.5;
}
float3x3 basis(float3 n, float4 t)
{
    float3 b = cross(n, t.xyz) * t.w;
    return float3x3(t.xyz, b, n);
}
uint pack(float4 c)
{
    uint4 q = (uint4)round(saturate(c) * 255);
    return q.x | q.y << 8 | q.z << 16 | q.w << 24;
}
float4 unpack(uint c) { return float4(c & 255, c >> 8 & 255, c >> 16 & 255, c >> 24) / 255; }
float noise(float2 p) { return frac(52.9829189 * frac(dot(p, float2(0.06711056, 0.00583715)))); }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint n = id.x & 63;
    float4 f = F[n];
    float4 g = F[(n + 7) & 63];
    float4 o = 0;
    int4 p = 0;
    float3 normal = normalize(f.xyz - 0.6);
    o.xyz = fresnel(f.x, g.xyz) * ggx(f.y, g.w);
    o.xyz += tonemap(f.xyz * 4) + srgb(g.xyz * g.w * 0.1);
    o.xy += octahedron(normal);
    o.xyz += mul(normal, basis(normal, g));
    o.w = dot(f.xyz, float3(0.2126, 0.7152, 0.0722)) + noise(id.xy + f.xy);
    p.x = (int)pack(f);
    o += unpack(p.x);
    o.xyz += refract(normal, normalize(g.xyz), 0.8) + reflect(normal, g.xyz) + frac(normal * 7) + sign(normal);
    o.w += frac(-1.25) + length(refract(float3(0.9, 0.1, 0), float3(-0.2, 0.98, 0), 1.9));
    float4 whole;
    o += modf(f * 3 - 1, whole) + whole + smoothstep(-0.3, 0.3, f - 0.6) + lerp(f, g, 0.25) + atan2(f - 0.6, g - 0.5);
    precise float4 exact = f * g + f;
    o += exact;
    if (id.x < 64)
    {
        O[n] = o;
        P[n] = p;
    }
}
