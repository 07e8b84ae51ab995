struct V { [[smooth]] float a; [[no_perspective]] float2 b; [[flat]] uint c; };
struct Out { [[frag_color(0), index(0)]] float4 color; [[frag_color(0), index(1)]] float4 second; };
struct Sub { [[subpass_input(0, 0)]] float3 color; };
[[vertex]] void vs([[out]] V &v, [[instance_id]] const int instance, [[base_instance]] const int base, [[instance_index]] const int index,
                   [[position]] float4 &position, [[point_size]] float &size, [[clip_distance]] float (&clip)[2], [[layer]] int &layer)
{
    v.a = float(instance + base + index);
    v.b = float2(0.0f);
    v.c = 1u;
    position = float4(0.0f);
    size = 1.0f;
    clip[0] = 1.0f;
    clip[1] = 2.0f;
    layer = 0;
}
[[fragment, early_fragment_tests]] void fs([[in]] const V &v, [[in]] const Sub &sub, [[out]] Out &o, [[frag_coord]] const float4 coord,
                   [[front_facing]] const bool front, [[frag_depth(greater)]] float &depth, [[point_coord]] const float2 point)
{
    if (!front) { gpu_discard_fragment(); }
    o.color = coord + float4(sub.color, v.a) + float4(point, v.b);
    o.second = float4(float(v.c));
    depth = 1.0f;
}
PipelineGraphic p(vs, fs);
