[[vk::stencil_ref_greater_equal_front]]
[[vk::stencil_ref_unchanged_back]]
[[vk::stencil_ref_unchanged_front]]
float4 main() : SV_Target
{
    return 1;
}
