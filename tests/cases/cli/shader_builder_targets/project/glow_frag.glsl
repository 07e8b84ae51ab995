#include "noise_lib.glsl"

void main()
{
  vec4 noise = noise_at(uv);
  if (params.mode == GLOW_HARD) {
    noise = step(0.5, noise);
  }
  color = params.tint * noise * params.strength + vec4(float(layer_index));
}
