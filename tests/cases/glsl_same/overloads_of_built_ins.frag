#version 450
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 result;

// The built-in function takes the offset and the count as signed numbers.
uint bitfieldExtract(uint value, uint offset, uint count)
{
    return bitfieldExtract(value, int(offset), int(count)) + 100u;
}

vec2 mix(vec2 a, vec2 b, int by)
{
    return mix(a, b, float(by) * 0.25) + 8.0;
}

void main()
{
    uint bits = floatBitsToUint(at.x);
    result.x = float(bitfieldExtract(bits, 13u, 4u)) / 256.0;
    result.y = float(bitfieldExtract(bits, 13, 4)) / 256.0;
    result.z = max(at.x, at.y);
    result.w = mix(at, at.yx, 2).x + mix(at, at.yx, 0.5).x;
}
