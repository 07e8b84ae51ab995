#pragma once
#ifdef __cplusplus
#  include "gpu_types.hh"
#endif
#define COUNT 4
enum : uint32_t { FIRST = 0u, SECOND = (1u << 3), };
enum eMode : uint32_t { MODE_A = 0u, MODE_B = 0x10u, };
struct Part {
  float2 place;
  float size;
  uint flags;
};
struct Whole {
  float4 colors[COUNT];
  Part parts[2];
  float4x4 matrix;
  eMode mode;
  bool32_t is_on;
  float2 _padding;
};
static inline float area(float a, float b[2])
{
  return a * b[0] * 2.0f;
}
