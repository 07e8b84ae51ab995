#version 460
layout(location = 0) out vec4 result;
layout(location = 0) in vec2 uv;
const int SIZE = 4;
uniform Constants { float scale; } constants;

void main()
{
    result = vec4(1.0)
    result.x = 2.0;
    result = vec4(1.0) +;
    result = (vec4(1.0);
    SIZE = 5;
    uv = vec2(0.0);
    gl_FragCoord = vec4(0.0);
    constants.scale = 1.0;
    1.0 = 2.0;
    float a = result.x > 0.0 ? 1.0 : vec2(1.0);
    float b = result.x ? 1.0 : 2.0;
    int c = (1, 2.0);
    float d = gl_Position.x;
    float e = gl_FragCord.x;
    result.xy = uv.xyz;
    float f = 'a';
    float g = "text";
    float h = @;
    int i = 5u - 6.0;
}
