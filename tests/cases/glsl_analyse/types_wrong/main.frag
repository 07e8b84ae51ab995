#version 460
struct S { float a; vec3 b; };
layout(location = 0) out vec4 result;

void constructors()
{
    vec3 a = vec3(1.0, 2.0);
    vec3 b = vec3(1.0, 2.0, 3.0, 4.0);
    mat2 c = mat2(mat3(1.0), 2.0);
    S d = S(1.0);
    S e = S(vec3(1.0), 1.0);
    float f[2] = float[2](1.0);
    float g[] = float[](1.0, true);
    int h = int(S(1.0, vec3(0.0)));
    float i = float();
}

void conversions()
{
    int a = 1.5;
    uint b = -1.0;
    bool c = 1;
    vec2 d = vec3(1.0);
    ivec2 e = vec2(1.0);
    float f = true;
    S g = 1.0;
    float h[2] = float[3](1.0, 2.0, 3.0);
    a = b;
    a += 1.0;
}

void swizzles()
{
    vec2 a = vec2(0.0);
    float b = a.z;
    vec2 c = a.xg;
    a.xx = a;
    float d = b.xyzwx;
    S s;
    float e = s.c;
    float f = s.b.q;
    a.xyz = vec3(0.0);
}

void operators()
{
    vec2 a = vec2(1.0);
    vec3 b = vec3(1.0);
    vec3 c = a + b;
    mat3 m = mat3(1.0);
    vec2 d = m * a;
    bool e = a < a;
    bool f = 1 && true;
    int g = !1;
    float h = ~1.0;
    int i = 1.0 % 2.0;
    S s, t;
    S u = s + t;
    bool v = s == a;
    int w = 1 << 1.0;
    bvec2 x = a == a;
    int y = 1 / 0;
    a++ ++;
}

void indices()
{
    float a[3];
    float b = a[3];
    float c = a[-1];
    vec2 d = vec2(0.0);
    float e = d[2];
    float f = e[0];
    mat2 g = mat2(1.0);
    vec2 h = g[5];
    float i = a[1.0];
    int j = a.size();
    int k = e.length();
    int l = a.length()[0];
}

void main()
{
    result = vec4(1.0);
}
