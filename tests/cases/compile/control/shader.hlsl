//! pixel PSMain
cbuffer Settings : register(b0) { int g_iMode; float g_fCut; uint g_uLoops; };

struct Hit { float t; float3 n; };
static const float3 k_axes[3] = { float3(1, 0, 0), float3(0, 1, 0), float3(0, 0, 1) };

bool Trace(float3 o, float3 d, inout Hit hit)
{
    for (uint i = 0; i < g_uLoops; ++i)
    {
        float t = dot(k_axes[i % 3], o) / max(abs(d[i % 3]), 1e-3f);
        if (t < 0)
            continue;
        if (t < hit.t)
        {
            hit.t = t;
            hit.n = k_axes[i % 3];
            if (t < 0.01f)
                return true;
        }
        if (i > 32)
            break;
    }
    return hit.t < 1e9f;
}

float4 PSMain(float4 position : SV_Position, float3 o : TEXCOORD0, float3 d : TEXCOORD1) : SV_Target0
{
    Hit hit = { 1e9f, float3(0, 0, 0) };
    float4 c = float4(0, 0, 0, 1);
    switch (g_iMode)
    {
    case 0:
        c.r = Trace(o, d, hit) ? hit.t : 0;
        break;
    case 1:
    case 2:
        c.rgb = Trace(o, d, hit) ? hit.n : d;
        break;
    default:
        do { c.g += 0.25f; } while (c.g < o.x);
        break;
    }
    if (c.r < g_fCut)
        discard;
    clip(c.g - g_fCut);
    return c;
}
