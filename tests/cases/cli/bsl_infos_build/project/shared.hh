#pragma once

struct View {
    float4x4 matrix;
    float4 tint;
};
