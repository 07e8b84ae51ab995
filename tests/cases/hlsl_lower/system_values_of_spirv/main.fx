// compared: main.fx
// System values that no other form has as inputs of a pixel shader; semantics in the order of their indices.
struct Input
{
    float4 position : SV_Position;
    float2 late : SV_ClipDistance1;
    float2 uv : TEXCOORD0;
    float4 first : SV_ClipDistance0;
    float cull : SV_CullDistance;
    uint layer : SV_RenderTargetArrayIndex;
    uint viewport : SV_ViewportArrayIndex;
};
float4 main(Input input) : SV_Target
{
    float4 color = float4(input.first.xyz + input.first.w, input.cull) + input.late.xyyx;
    return input.layer == 0 && input.viewport == 0 ? color + input.uv.xyxy : color;
}
