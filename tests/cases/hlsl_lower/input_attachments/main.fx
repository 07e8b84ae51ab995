// stage: pixel
// compared: main.fx
// What earlier subpasses wrote to the pixel: SPIR-V alone has it.
[[vk::input_attachment_index(0)]] SubpassInput<float4> g_Albedo;
[[vk::input_attachment_index(1)]] [[vk::binding(7)]] SubpassInput<uint2> g_Material;
[[vk::input_attachment_index(2)]] SubpassInput g_Plain;

struct Out
{
    float4 colour : SV_Target0;
    uint2 numbers : SV_Target1;
};

Out main(float4 tint : TINT)
{
    Out result;
    result.colour = g_Albedo.SubpassLoad() * tint + g_Plain.SubpassLoad().bgra;
    result.numbers = g_Material.SubpassLoad().yx;
    return result;
}
