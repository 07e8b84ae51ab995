//! vertex VSMain
//! pixel PSMain
cbuffer Camera : register(b0)
{
    float4x4 g_mViewProj;
    float3 g_vEye;
    float g_fExposure;
};
cbuffer Object : register(b0, space1)
{
    float4x4 g_mWorld;
    float4 g_vTint;
};
Texture2D g_tAlbedo : register(t0, space1);
Texture2D g_tNormal : register(t1, space1);
SamplerState g_sLinear : register(s0);

struct Vertex
{
    float3 position : POSITION;
    float3 normal : NORMAL;
    float4 tangent : TANGENT;
    float2 uv : TEXCOORD0;
};
struct Interpolants
{
    float4 position : SV_Position;
    float3 world : TEXCOORD1;
    float3 normal : NORMAL;
    float4 tangent : TANGENT;
    float2 uv : TEXCOORD0;
};

Interpolants VSMain(Vertex v)
{
    Interpolants o;
    float4 world = mul(g_mWorld, float4(v.position, 1));
    o.position = mul(g_mViewProj, world);
    o.world = world.xyz;
    o.normal = normalize(mul((float3x3)g_mWorld, v.normal));
    o.tangent = float4(normalize(mul((float3x3)g_mWorld, v.tangent.xyz)), v.tangent.w);
    o.uv = v.uv;
    return o;
}

float DistributionGGX(float noh, float roughness)
{
    float a = roughness * roughness;
    float d = noh * noh * (a * a - 1) + 1;
    return a * a / max(3.14159265f * d * d, 1e-5f);
}

float4 PSMain(Interpolants i) : SV_Target0
{
    float4 albedo = g_tAlbedo.Sample(g_sLinear, i.uv) * g_vTint;
    float3 n = g_tNormal.Sample(g_sLinear, i.uv).xyz * 2 - 1;
    float3 b = cross(i.normal, i.tangent.xyz) * i.tangent.w;
    n = normalize(n.x * i.tangent.xyz + n.y * b + n.z * i.normal);
    float3 v = normalize(g_vEye - i.world);
    float3 l = normalize(float3(1, 2, 3));
    float3 h = normalize(v + l);
    float3 light = albedo.rgb * saturate(dot(n, l)) + DistributionGGX(saturate(dot(n, h)), 0.4f);
    return float4(light * g_fExposure, albedo.a);
}
