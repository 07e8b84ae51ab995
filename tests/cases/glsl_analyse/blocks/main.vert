#version 460
// Blocks with and without instance names, arrays of them, nested structures, and gl_PerVertex declared again.
struct Light { vec3 position; float radius; vec3 color; };

layout(std140, set = 0, binding = 0, row_major) uniform View { mat4 projection; layout(column_major) mat4 world; vec3 eye; };
layout(set = 0, binding = 1) uniform Frames { mat3 bones[4]; Light lights[2]; } frames[3];
layout(std430, set = 1, binding = 0) readonly buffer Instances { uint count; mat4x3 transforms[]; } instances;
layout(std430, set = 1, binding = 1) buffer Output { layout(offset = 16) vec4 positions[]; };
layout(push_constant) uniform Draw { layout(offset = 64) int first; vec2 scale; } draw;
uniform float loose = 2.0;
uniform vec3 loose_too;

out gl_PerVertex { vec4 gl_Position; float gl_PointSize; };
layout(location = 0) out Surface { vec3 normal; flat int index; } surface;

void main()
{
    int at = gl_InstanceIndex + draw.first;
    if (at >= instances.transforms.length() || uint(at) >= instances.count)
        return;
    vec3 world_position = instances.transforms[at] * vec4(draw.scale, loose, 1.0);
    world_position += frames[1].bones[at & 3] * frames[at % 3].lights[1].color + loose_too;
    gl_Position = projection * (world * vec4(world_position - eye, 1.0));
    gl_PointSize = frames[0].lights[0].radius;
    surface.normal = world_position;
    surface.index = at;
    positions[at] = gl_Position;
}
