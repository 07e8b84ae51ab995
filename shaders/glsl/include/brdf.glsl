// Light on a rough surface: GGX with the height-correlated Smith term, after Heitz 2014; Fresnel after Schlick 1994.
#ifndef BRDF_GLSL
#define BRDF_GLSL

const float PI = 3.14159265358979;

struct Surface
{
    vec3 position;
    vec3 normal;
    vec3 albedo;
    vec3 emission;
    float roughness;
    float metallic;
    float coat;
    float alpha;
};

float distribution(float nh, float alpha)
{
    float a2 = alpha * alpha;
    float d = nh * nh * (a2 - 1.0) + 1.0;
    return a2 / (PI * d * d);
}

float visibility(float nv, float nl, float alpha)
{
    float a2 = alpha * alpha;
    float v = nl * sqrt(nv * nv * (1.0 - a2) + a2);
    float l = nv * sqrt(nl * nl * (1.0 - a2) + a2);
    return 0.5 / max(v + l, 1e-5);
}

vec3 fresnel(vec3 f0, float vh)
{
    return f0 + (1.0 - f0) * pow(clamp(1.0 - vh, 0.0, 1.0), 5.0);
}

// What leaves the surface towards `toEye` of light of one unit from `toLight`.
vec3 reflected(const in Surface surface, vec3 toLight, vec3 toEye, bool coated)
{
    vec3 halfway = normalize(toLight + toEye);
    float nl = clamp(dot(surface.normal, toLight), 0.0, 1.0);
    float nv = abs(dot(surface.normal, toEye)) + 1e-5;
    float nh = clamp(dot(surface.normal, halfway), 0.0, 1.0);
    float vh = clamp(dot(toEye, halfway), 0.0, 1.0);
    float alpha = max(surface.roughness * surface.roughness, 0.002);
    vec3 f0 = mix(vec3(0.04), surface.albedo, surface.metallic);
    vec3 f = fresnel(f0, vh);
    vec3 diffuse = surface.albedo * (1.0 - surface.metallic) * (1.0 - f) / PI;
    vec3 color = diffuse + f * distribution(nh, alpha) * visibility(nv, nl, alpha);
    if (coated) {
        vec3 layer = fresnel(vec3(0.04), vh) * surface.coat;
        color = color * (1.0 - layer) + layer * distribution(nh, 0.01) * visibility(nv, nl, 0.01);
    }
    return color * nl;
}

#endif
