// The types of shaders for C++.
#pragma once

#include <cstdint>

typedef uint32_t uint;
typedef uint32_t bool32_t;
struct float2 { float x, y; };
struct float4 { float x, y, z, w; };
struct float4x4 { float4 columns[4]; };
struct int2 { int32_t x, y; };
struct int4 { int32_t x, y, z, w; };
struct uint2 { uint32_t x, y; };
struct uint4 { uint32_t x, y, z, w; };
