#version 460
layout(constant_id = 0) const int COUNT = 3;
layout(location = 0) out vec4 o_Colour;
const int AREA = int(dot(vec2(1.0, 2.0), vec2(1.0)));
const int LENGTH = AREA + 1;
uniform vec2 u_Size;

void main()
{
    const int own = int(distance(1.0, 3.0));
    const int from_specialised = COUNT * 2;
    float first[AREA];
    float second[LENGTH];
    float third[own];
    float fourth[from_specialised];
    float fifth[int(sqrt(16.0))];
    float wrong[int(dot(u_Size, vec2(1.0)))];
    o_Colour = vec4(float(first.length() + second.length() + third.length() + fourth.length() + fifth.length()));
}
