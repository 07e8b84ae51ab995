#pragma once
#ifdef __cplusplus
// Only C++ sees this.
namespace hidden { class Anything {}; }
#endif

enum eLoose { LOOSE_A, LOOSE_B = 3 };
enum eRight : uint32_t { RIGHT_A = 0u };

struct Padded {
  float4 first;
  float second;
  float4 third;
};

struct Small {
  float2 a;
  float b;
};

struct Thin {
  float3 direction;
  eLoose mode;
};

struct Holder {
  float4 list[4];
  eLoose mode;
  int method() { return 1; }
};

const float table[2] = float[2](1.0f, 2.0f);

namespace shapes {
}

float area(float2 &size, out float half_area)
{
  float steps[3];
  half_area = 0.5 * size.x;
  for (float x : steps) {
    half_area += x * 1e3;
  }
  return size.x * size.y;
}

template<typename T> T twice(T value);
float first(const float *values);
