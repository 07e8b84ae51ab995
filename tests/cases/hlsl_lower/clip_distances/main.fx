// stage: vertex
struct Out { float4 position : SV_Position; float2 near : SV_ClipDistance0; float far : SV_ClipDistance1; bool odd : ODD; };
Out main(uint vertex : SV_VertexID, uint instance : SV_InstanceID, uniform float4 shift)
{
    Out output;
    output.position = float4(vertex, instance, 0, 1) + shift;
    output.near = output.position.xy;
    output.far = 1;
    output.odd = vertex & 1;
    return output;
}
