// stage: pixel
float2 corner(float2 of) { return EvaluateAttributeAtSample(of, 0); }
float4 main(nointerpolation float2 constant : CONSTANT, float2 uv : UV, float4 position : SV_Position) : SV_Target
{
    float2 sum = EvaluateAttributeCentroid(constant);
    sum += EvaluateAttributeCentroid(position).xy;
    sum += EvaluateAttributeAtSample(uv * 2, 1) + corner(uv);
    return sum.xyxy;
}
