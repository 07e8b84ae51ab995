#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_ray_flags_primitive_culling : require
// An acceleration structure by its address, and a query that skips boxes.
layout(primitive_culling);
layout(local_size_x = 1) in;
layout(push_constant) uniform Params { uvec2 scene; };
layout(binding = 2) buffer Out { float results[]; };

void main()
{
    rayQueryEXT query;
    rayQueryInitializeEXT(query, accelerationStructureEXT(scene), gl_RayFlagsSkipAABBEXT, 0xFF, vec3(0), 0.0, vec3(1), 1.0);
    rayQueryProceedEXT(query);
    results[0] = rayQueryGetIntersectionTEXT(query, true);
}
