#version 460
// Arrays whose length follows from their uses, or from a second declaration.
layout(location = 0) in float weights[];
layout(location = 4) in vec2 corner;
layout(location = 0) out vec4 color;
float table[];
float table[4];

void main()
{
    float own[];
    own[2] = weights[3] + corner.x;
    own[0] = weights[0];
    own[1] = corner.y;
    for (int i = 0; i < 3; ++i) { own[1] += 1.0; } own[2] += 0.5;
    if (corner.x > 0.0) { own[0] += 2.0; } own[1] += own[2];
    table[3] = own[2];
    color = vec4(own[0], table[3], own[1], float(table.length()));
}
