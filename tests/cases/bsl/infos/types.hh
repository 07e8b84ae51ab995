#pragma once
struct View {
  float4x4 matrix;
  float4 tint;
};

struct Particle {
  float3 position;
  float age;
};
