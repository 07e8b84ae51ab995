#version 460
// Inputs at other points of the pixel than its centre, in functions and of members.
layout(location = 0) in vec2 uv;
layout(location = 1) in float fog;
layout(location = 2) noperspective in vec4 color;
layout(location = 3) in vec3 first;
layout(location = 4) in vec3 second;
layout(location = 5) in Block { vec4 first; vec2 second; } block;
layout(location = 8) flat in vec2 constant;
layout(location = 0) out vec4 target;
layout(location = 1) out vec4 other;
layout(std140, set = 0, binding = 0) uniform Values { vec4 places; ivec4 numbers; };

vec2 corner(vec2 by) { return interpolateAtOffset(uv, by) + interpolateAtOffset(block.second, -by); }

void main()
{
    vec4 sum = interpolateAtCentroid(color) + interpolateAtSample(color, 0) * 2.0;
    sum.xy += corner(vec2(0.25, -0.4375)) + corner(fract(places.xy) * 0.5 - 0.25);
    sum.z += interpolateAtOffset(fog, vec2(0.4375)) - interpolateAtCentroid(fog);
    target = sum + interpolateAtOffset(block.first, vec2(-0.5, 0.125));
    other = vec4(interpolateAtOffset(second, vec2(0.25)), interpolateAtSample(first, numbers.x & 0).y);
    other.zw += interpolateAtOffset(constant, vec2(0.25)) * interpolateAtCentroid(constant.y);
    other.xy += interpolateAtOffset(color.zw, vec2(0.125)).yx;
}
