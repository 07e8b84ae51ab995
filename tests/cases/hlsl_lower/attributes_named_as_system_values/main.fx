// stage: vertex
// What a vertex shader takes is an attribute, also under a system value's name that is none of its inputs.
float4 main(float4 position : SV_Position, float2 clip : SV_ClipDistance, uint layer : SV_RenderTargetArrayIndex) : SV_Position
{
    return position + clip.xyxy + layer;
}
