// What all infos know of the view. Shaders and C++ read this header.
#pragma once

#ifndef GPU_SHADER
#  include "gpu_types.hh"
#endif

enum eViewFlag : uint32_t {
  VIEW_FLIPPED = 1u,
  VIEW_DITHERED = 2u,
};

struct ViewParams {
  float4x4 view_projection;
  float4x4 view_inverse;
  float4 clip_plane;
  float2 viewport_size;
  float pixel_size;
  uint flags;
};
