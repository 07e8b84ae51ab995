#version 450
// Words of extensions that nothing enables are names.
layout(local_size_x = 1) in;
layout(binding = 0) buffer Out { float results[4]; };

float demote(float float16_t)
{
    return float16_t * 2.0;
}

void main()
{
    float int64_t = results[1] + 1.0;
    float terminateInvocation = demote(int64_t);
    terminateInvocation += 0.5;
    vec2 f16vec2 = vec2(terminateInvocation, int64_t);
    results[0] = f16vec2.x + f16vec2.y;
}
