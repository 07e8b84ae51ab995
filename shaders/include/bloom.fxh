// What glows, decided the same way in the mesh pass and in the first bloom pass.
#ifndef BLOOM_FXH
#define BLOOM_FXH

#include "color.fxh"

// Keeps what exceeds the threshold; a quadratic knee below it hides the cut in moving highlights.
float3 BrightPass(float3 color, float threshold, float knee)
{
    float brightness = MaxComponent(color);
    float soft = clamp(brightness - threshold + knee, 0.0, 2.0 * knee);
    soft = soft * soft / (4.0 * knee + kTiny);
    float contribution = max(soft, brightness - threshold) / max(brightness, kTiny);
    return color * contribution;
}

#endif
