// stage: vertex
// compared: main.fx
struct Output
{
    float4 position : SV_Position;
    uint layer : SV_RenderTargetArrayIndex;
    float4 color : COLOR;
};
cbuffer View { uint g_First; };
Output main(float4 position : POSITION, uint instance : SV_InstanceID)
{
    Output output;
    output.position = position;
    output.layer = g_First + instance;
    output.color = position;
    return output;
}
