#ifndef SHADE_FXH
#define SHADE_FXH

float3 shade(bool lit)
{
    float3 color = float3(1.0, 0.5, 0.25);
#if FOGGY
    color = lerp(color, float3(0.5, 0.5, 0.5), 0.5);
#endif
    return lit ? color : 0.1 * color;
}

#endif
