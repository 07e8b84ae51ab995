// A structure with `[[vk::push_constant]]` is a block of push constants, as a `ConstantBuffer` of it.
struct Lines { float2 value[3]; };
struct Push
{
    float weight;
    float3 color;
    float2x3 turned;
    Lines lines;
};
[[vk::push_constant]] Push g_Push;
Push Whole() { return g_Push; }
float4 main() : SV_Target
{
    return float4(g_Push.weight + g_Push.color.z, g_Push.turned[1][2], g_Push.lines.value[2].y, Whole().color.x);
}
