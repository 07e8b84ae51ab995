#pragma once
enum eKind : uint32_t {
  KIND_A = 0u,
  KIND_B = 1u,
};
struct Item {
  float4 value;
  eKind kind;
  uint next;
  float2 pad;
};
