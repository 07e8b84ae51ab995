// The way back.
#include "circle_a.glsl"
#pragma BLENDER_REQUIRE(nowhere.glsl)
