#pragma once
enum { LIMIT = 4u };
enum : uint32_t { SHARED_LIMIT = 4u };
union Either {
  float a;
  uint b;
};
struct Circle {
  Circle inner;
  float4 a;
};
struct Huge {
  float4 many[268435455];
  float4 more[2];
};
