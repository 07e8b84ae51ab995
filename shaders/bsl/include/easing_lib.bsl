#pragma once
#include "math_lib.bsl"

namespace easing {

namespace begin {
float cubic(float t) { return t * t * t; }
float quart(float t) { return math::power<4>(t); }
}

namespace end {
float cubic(float t) { return 1.0f - begin::cubic(1.0f - t); }
}

float in_out(float t)
{
    using begin::cubic;
    return t < 0.5f ? 4.0f * cubic(t) : 1.0f - 4.0f * cubic(1.0f - t);
}

}
