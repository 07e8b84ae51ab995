#version 460
// Members that nothing in a function writes, of structures that are read whole.
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 result;

struct Surface { vec4 colour; vec3 normal; vec2 place; };

Surface returned()
{
    Surface made;
    made.place = uv;
    return made;
}

void given(out Surface made)
{
    made.colour.x = uv.x;
}

Surface complete()
{
    Surface made;
    made.colour = vec4(1.0);
    made.normal.xy = uv;
    made.place = uv;
    return made;
}

void main()
{
    Surface other;
    given(other);
    result = returned().colour + complete().colour + other.colour;
}
