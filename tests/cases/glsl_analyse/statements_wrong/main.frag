#version 460
layout(location = 0) out vec4 result;

float noReturn(float a)
{
    if (a > 0.0)
        return 1.0;
}

void returns() { return 1.0; }
float returnsNothing() { return; }
vec3 returnsOther() { return vec2(1.0); }
float notWritten(out float a, float b) { return b; }

void loops()
{
    break;
    continue;
    if (1.0) {}
    while (1) {}
    for (int i = 0; i; ++i) {}
    do {} while (vec2(1.0));
    switch (1.0) { case 1: break; }
    switch (1) { case 1: break; case 1: break; case 2.0: break; default: break; default: break; }
    int a = 1;
    switch (a) { a = 2; case 3: break; }
    case 4: a = 1;
    else a = 2;
    [[fast]] for (int i = 0; i < 2; ++i) {}
}

void function_inside()
{
    float inner(float a) { return a; }
}

void main()
{
    result = vec4(returnsNothing());
    return 1;
}
