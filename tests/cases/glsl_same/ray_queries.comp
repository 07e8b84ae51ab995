#version 460
#extension GL_EXT_ray_query : require
// Ray queries of all kinds of variables, with every function.
layout(local_size_x = 8) in;
layout(binding = 0) uniform accelerationStructureEXT one;
layout(binding = 1) uniform accelerationStructureEXT many[2];
layout(binding = 2) buffer Out { float results[]; };
rayQueryEXT own;
rayQueryEXT queries[3];

void begin(accelerationStructureEXT scene, rayQueryEXT query, uint flags)
{
    rayQueryInitializeEXT(query, scene, flags, 0xFF, vec3(0), 0.5, vec3(0, 0, 1), 10.0);
}

float of_candidate(rayQueryEXT query)
{
    if (rayQueryGetIntersectionTypeEXT(query, false) == gl_RayQueryCandidateIntersectionAABBEXT) {
        if (rayQueryGetIntersectionCandidateAABBOpaqueEXT(query)) {
            rayQueryGenerateIntersectionEXT(query, 2.0);
        }
        return 0.0;
    }
    rayQueryConfirmIntersectionEXT(query);
    return rayQueryGetIntersectionTEXT(query, false);
}

void main()
{
    rayQueryEXT query;
    begin(one, query, gl_RayFlagsOpaqueEXT | gl_RayFlagsTerminateOnFirstHitEXT);
    begin(many[1], own, gl_RayFlagsNoneEXT);
    float sum = 0.0;
    while (rayQueryProceedEXT(own)) {
        sum += of_candidate(own);
    }
    rayQueryTerminateEXT(query);
    mat4x3 from = rayQueryGetIntersectionObjectToWorldEXT(own, true);
    mat4x3 to = rayQueryGetIntersectionWorldToObjectEXT(own, true);
    int numbers = rayQueryGetIntersectionInstanceCustomIndexEXT(query, true)
        + rayQueryGetIntersectionInstanceIdEXT(query, false) + rayQueryGetIntersectionGeometryIndexEXT(query, true)
        + rayQueryGetIntersectionPrimitiveIndexEXT(query, false);
    uint offset = rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT(query, true);
    vec2 place = rayQueryGetIntersectionBarycentricsEXT(query, true);
    vec3 at = rayQueryGetIntersectionObjectRayOriginEXT(query, true)
        + rayQueryGetIntersectionObjectRayDirectionEXT(query, false) + rayQueryGetWorldRayOriginEXT(query)
        + rayQueryGetWorldRayDirectionEXT(query);
    rayQueryInitializeEXT(queries[gl_LocalInvocationIndex % 3], one, gl_RayFlagsCullNoOpaqueEXT, 1, at, 0.0, at, 1.0);
    rayQueryProceedEXT(queries[2]);
    results[0] = sum + from[3].z + to[0].x + float(numbers) + float(offset) + place.y + at.x;
    results[1] = rayQueryGetIntersectionFrontFaceEXT(query, true) ? rayQueryGetRayTMinEXT(query) : 0.0;
    results[2] = float(rayQueryGetRayFlagsEXT(query) + rayQueryGetIntersectionTypeEXT(queries[2], true));
}
