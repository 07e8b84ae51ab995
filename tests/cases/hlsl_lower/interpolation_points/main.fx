// stage: pixel
// compared: main.fx
struct Input
{
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
    noperspective float3 list : LIST;
};
float4 main(Input input, float fog : FOG) : SV_Target
{
    float4 sum = EvaluateAttributeAtSample(fog, 0);
    sum.xy += EvaluateAttributeAtCentroid(input.uv);
    sum.xyz += EvaluateAttributeAtSample(input.list, 0);
    return sum;
}
