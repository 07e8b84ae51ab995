// stage: vertex
void main(float4 position : POSITION, uint rate : RATE, out float4 to : SV_Position, out uint shading : SV_ShadingRate)
{
    to = position;
    shading = rate | 1;
}
