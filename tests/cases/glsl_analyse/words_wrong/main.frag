#version 460
layout(location = 0) out vec4 result;
const const float twice = 1.0;
layout(location = 1) in in vec4 two_words;
layout(location = 2) in uniform vec4 two_storages;
layout(location = 3) const in vec4 constant_input;
layout(location = 4,) in vec4 comma;
layout(location = 5) in int whole;
layout(location = 6) in uvec2 pair;
layout(location = 7) in double wide;
layout(location = 9) flat in ivec4 right;
layout(location = 1) out mat2 matrix;
struct Colour { vec4 value; };
layout(location = 3) out Colour colour;
layout(location = 4) out Block { vec4 of_block; };
layout(location = 5) flat out vec4 flat_colour;
struct Empty { };
struct Outer { struct Inner { float a; } inner; };
struct Comma { float a, ; };
invariant float changing;
precision mediump vec3;
precision highp float;
layout(constant_id = 3) const int SIZE = 4;
const int TWICE = 2 * SIZE;
float sized[TWICE];
shared float of_group;
float union = 1.0;
float gl_own() { return 1.0; }
float with_parameter(float gl_x) { return gl_x; }
float without_result() { }

void main()
{
    float input = 1.0;
    float half = 1.0;
    float gl_local = 1.0;
    result = vec4(1f);
    result += vec4(1.5f, 2.0, 3.0, .5e1f);
    for (int i = 0; i < 3; i++) { int i = 5; result.x += float(i); }
    for (int i = 0; i < 3; i++) { { int i = 5; result.x += float(i); } }
    switch (right.x) { case 0: result.y = 1.0; break; case 1: }
    if (bool yes = right.y > 0) result.y = 2.0;
    while (bool nothing) break;
    while (bool one = true, two = false) break;
    result.z = of_group + changing;
}
