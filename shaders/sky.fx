// The sky behind everything: single scattering computed along the view ray, with stars, sun disc and a cloud layer.

#include "color.fxh"
#include "random.fxh"
#include "view.fxh"

#define kPLANET_RADIUS 6371000.0
#define kATMOSPHERE_RADIUS 6471000.0

// Run-time switches: the sky is drawn once a frame, so a uniform jump costs less than more techniques.
bool g_bStars;
bool g_bClouds;

cbuffer Atmosphere : register(b1)
{
    float4x4 g_StarRotation;
    // Scattering coefficients at sea level, a metre, and the scale height.
    float4 g_Rayleigh;
    float4 g_Mie;
    float g_MieAnisotropy;
    float g_SunAngularRadius;
    float g_SunIntensity;
    float g_StarIntensity;
    float2 g_CloudDrift;
    float g_CloudCoverage;
    float g_CloudHeight;
};

struct SkyVertex
{
    float4 position : SV_Position;
    float3 ray : TEXCOORD0;
};

// The triangle lies on the far plane, so a depth test of LEqual leaves it only where nothing was drawn.
SkyVertex SkyVS(uint vertexId : SV_VertexID)
{
    float2 uv = float2((float)((vertexId << 1u) & 2u), (float)(vertexId & 2u));
    float2 ndc = UvToNdc(uv);
    SkyVertex output;
    output.position = float4(ndc, 1.0, 1.0);
    float4 far = mul(g_InverseViewProjection, float4(ndc, 1.0, 1.0));
    output.ray = far.xyz / far.w - g_CameraPosition;
    return output;
}

// Distances at which a ray from inside or outside meets a sphere around the origin; y < x for a miss.
float2 IntersectSphere(float3 origin, float3 ray, float radius)
{
    float b = dot(origin, ray);
    // As a product of sum and difference: squares of planet sizes cancel in single precision.
    float centreDistance = length(origin);
    float c = (centreDistance - radius) * (centreDistance + radius);
    float discriminant = b * b - c;
    float root = sqrt(max(discriminant, 0.0));
    return discriminant < 0.0 ? float2(1.0, -1.0) : float2(-b - root, -b + root);
}

float RayleighPhase(float cosine)
{
    return 3.0 / (16.0 * kPi) * (1.0 + cosine * cosine);
}

// Cornette and Shanks' form of Henyey-Greenstein, which also fits small droplets (Applied Optics, 1992).
float MiePhase(float cosine, float g)
{
    float g2 = g * g;
    float denominator = (2.0 + g2) * pow(max(1.0 + g2 - 2.0 * g * cosine, 1e-4), 1.5);
    return 3.0 / (8.0 * kPi) * (1.0 - g2) * (1.0 + cosine * cosine) / denominator;
}

// x: Rayleigh, y: Mie density at a point relative to sea level.
float2 AirDensity(float3 p)
{
    float altitude = max(length(p) - kPLANET_RADIUS, 0.0);
    return exp(-altitude / float2(g_Rayleigh.w, g_Mie.w));
}

float2 OpticalDepth(float3 origin, float3 ray, float distance)
{
    const int steps = 6;
    float stepLength = distance / (float)steps;
    float2 sum = float2(0.0, 0.0);
    for (int i = 0; i < steps; ++i)
    {
        sum += AirDensity(origin + ray * (((float)i + 0.5) * stepLength));
    }
    return sum * stepLength;
}

float3 Extinction(float2 depth)
{
    // Aerosols absorb about a tenth of what they scatter.
    return exp(-(g_Rayleigh.xyz * depth.x + g_Mie.xyz * (1.1 * depth.y)));
}

// In-scattered light (rgb) and the transmittance of the whole ray (out), after Nishita et al. (1993).
float3 Scatter(float3 origin, float3 ray, float distance, out float3 transmittance)
{
    const int steps = 16;
    float3 sun = -g_SunDirection;
    float stepLength = distance / (float)steps;
    float2 depth = float2(0.0, 0.0);
    float3 rayleigh = float3(0.0, 0.0, 0.0);
    float3 mie = float3(0.0, 0.0, 0.0);
    for (int i = 0; i < steps; ++i)
    {
        float3 p = origin + ray * (((float)i + 0.5) * stepLength);
        float2 density = AirDensity(p) * stepLength;
        depth += density;
        float toSpace = IntersectSphere(p, sun, kATMOSPHERE_RADIUS).y;
        float2 ground = IntersectSphere(p, sun, kPLANET_RADIUS);
        float lit = (ground.x < ground.y && ground.x > 0.0) ? 0.0 : 1.0;
        float3 light = Extinction(depth + OpticalDepth(p, sun, toSpace)) * lit;
        rayleigh += light * density.x;
        mie += light * density.y;
    }
    transmittance = Extinction(depth);
    float cosine = dot(ray, sun);
    return g_SunIntensity * (rayleigh * g_Rayleigh.xyz * RayleighPhase(cosine)
        + mie * g_Mie.xyz * MiePhase(cosine, g_MieAnisotropy));
}

// A limb darkened disc (Hestroffer and Magnan, 1998, one exponent for all wavelengths).
float3 SunDisc(float3 ray)
{
    float angle = FastAcos(clamp(dot(ray, -g_SunDirection), -1.0, 1.0));
    float r = angle / g_SunAngularRadius;
    float darkening = pow(max(1.0 - r * r, 1e-4), 0.25);
    return r < 1.0 ? g_SunColor * (darkening * 40.0) : float3(0.0, 0.0, 0.0);
}

float3 Stars(float3 ray)
{
    float3 fixedRay = mul((float3x3)g_StarRotation, ray);
    float2 cell = OctahedralEncode(fixedRay) * 220.0;
    float2 id = floor(cell);
    float2 centre = float2(Hash21(id), Hash21(id + 91.0)) * 0.6 + 0.2;
    float2 d = cell - id - centre;
    float magnitude = Hash21(id + 17.0);
    // A power law: few bright stars and very many faint ones.
    float brightness = pow(magnitude, 24.0) * exp2(-220.0 * dot(d, d));
    float3 tint = lerp(float3(1.0, 0.78, 0.60), float3(0.70, 0.82, 1.0), Hash21(id + 53.0));
    float twinkle = 0.85 + 0.15 * sin(g_Time * 6.0 + magnitude * 311.0);
    return tint * (brightness * twinkle * g_StarIntensity);
}

// A flat layer at cloud height: coverage in a, lit colour in rgb.
float4 Clouds(float3 ray, float3 sunTransmittance)
{
    float height = max(g_CloudHeight - g_CameraPosition.y, 1.0);
    float2 plane = ray.xz / max(ray.y, 0.02) * height * 0.0006 + g_CloudDrift * g_Time;
    float shape = FractalNoise(plane, 5);
    float towardsSun = FractalNoise(plane - g_SunDirection.xz * 0.12, 3);
    float density = InverseLerp(1.0 - g_CloudCoverage, 1.0, shape * 1.6);
    // Thinner towards the sun: the cloud's edge there is bright.
    float lighting = exp(-2.0 * max(towardsSun * 1.6 - (1.0 - g_CloudCoverage), 0.0));
    float3 color = g_SunColor * sunTransmittance * lighting + g_FogColor * 0.4;
    float horizon = InverseLerp(0.02, 0.18, ray.y);
    return float4(color, density * horizon);
}

float4 SkyPS(SkyVertex input) : SV_Target0
{
    float3 ray = SafeNormalize(input.ray);
    float3 origin = float3(0.0, kPLANET_RADIUS + max(g_CameraPosition.y, 1.0), 0.0);
    float2 atmosphere = IntersectSphere(origin, ray, kATMOSPHERE_RADIUS);
    float2 ground = IntersectSphere(origin, ray, kPLANET_RADIUS);
    bool hitsGround = ground.x < ground.y && ground.x > 0.0;
    float distance = hitsGround ? ground.x : atmosphere.y;

    float3 transmittance;
    float3 color = Scatter(origin, ray, distance, transmittance);
    if (!hitsGround)
    {
        color += SunDisc(ray) * transmittance;
        if (g_bStars)
        {
            color += Stars(ray) * transmittance;
        }
        if (g_bClouds)
        {
            float3 sunPath = Extinction(OpticalDepth(origin, -g_SunDirection, 60000.0));
            float4 clouds = Clouds(ray, sunPath);
            color = lerp(color, clouds.rgb, clouds.a);
        }
    }
    return float4(color, 1.0);
}
