#version 460
layout(location = 0) out vec4 result;
layout(location = 0) in vec3 color;

vec3 color;
struct S { float a; float a; };
struct T { vec3 x = vec3(0.0); };
void nothing;
float negative[-1];
float fractional[1.5];
float huge[2000000000];
const float missing;
const float unknown = missing + color.x;
sampler2D alone;
uniform sampler2D initialised = 1;
buffer float loose;
in bool flag;
in float given = 1.0;
inout float both;
shared float shared_one;
float x, y, x;
uniform Block { float member; float member; sampler2D texture; };
uniform Other { float inner; } other;
uniform Other { float again; } second;
readonly uniform sampler2D notAnImage;
layout(rgba8) uniform sampler2D formatted;
layout(r32f) uniform uimage2D wrongFormat;
uniform image2D noFormat;

float twice(float a) { return a; }
float twice(float b) { return b; }
int twice(float c) { return 1; }
float named(float a, float a) { return a; }
float declared(float a);
void parameters(void a, sampler2D b, out sampler2D c, const out float d, float e[]) {}

void main()
{
    float a = a;
    float b, b;
    int c = int(given);
    color = vec3(1.0);
    other.inner = 1.0;
    member = 2.0;
    result = vec4(undeclared);
    vec4 d = vec4(declared(1.0));
    noFormat;
    uniform float e;
}
