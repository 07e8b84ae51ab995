#version 460
#extension GL_EXT_ray_query : enable
layout(local_size_x = 1) in;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 1) buffer Out { float results[]; };
uniform rayQueryEXT outside; // uberc: Vulkan has no such uniform
void give(out rayQueryEXT query) {}

void main()
{
    rayQueryEXT query;
    rayQueryEXT copy = query;
    rayQueryEXT list[2];
    list[0] = query;
    bool committed = results[0] > 0.0;
    results[1] = rayQueryGetIntersectionTEXT(query, committed);
    results[2] = rayQueryGetIntersectionTEXT(query);
    rayQueryInitializeEXT(query, scene, gl_RayFlagsSkipAABBEXT, 0xFF, vec3(0), 0.0, vec2(1), 1.0);
    rayQueryProceedEXT(scene);
    results[3] = float(accelerationStructureEXT(results[0]));
}
