// Modes of depth and stencil tests, and a stencil reference: in SPIR-V alone.
struct Output
{
    float4 color : SV_Target;
    float depth : SV_Depth;
    uint reference : SV_StencilRef;
};
[[vk::early_and_late_tests]]
[[vk::depth_unchanged]]
[[vk::post_depth_coverage]]
[[vk::stencil_ref_greater_equal_front]]
[[vk::stencil_ref_unchanged_back]]
Output main(uint covered : SV_Coverage, uint reference : REFERENCE)
{
    Output output;
    output.color = covered;
    output.depth = 0.5;
    output.reference = reference;
    return output;
}
