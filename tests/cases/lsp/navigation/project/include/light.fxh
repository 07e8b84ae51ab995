// Three of them are enough for anybody: é.
#define LIGHTS 3
#define SQUARE(x) ((x) * \
                   (x))

struct Light
{
    float3 direction;
    float intensity;
};

cbuffer Lights : register(b1)
{
    Light g_lights[LIGHTS];
    float4 g_ambient;
};

float falloff(float x)
{
    return SQUARE(x);
}

float falloff(float2 x)
{
    return SQUARE(x.x) + x.y;
}
