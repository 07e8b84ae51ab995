#pragma once
#ifndef GPU_SHADER
#  include "only_in_cpp.hh"
#endif

enum eGlowMode : uint32_t {
  GLOW_SOFT = 0u,
  GLOW_HARD = 1u,
};

struct GlowParams {
  float4 tint;
  float2 scale;
  float strength;
  eGlowMode mode;
};
