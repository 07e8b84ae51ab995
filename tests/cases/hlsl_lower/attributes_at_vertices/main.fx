// version: 2021
// Inputs that are not interpolated, at each vertex: in a structure, a parameter, an array, and at a computed vertex.
struct Varyings
{
    float2 at : AT;
    nointerpolation float3 color : COLOR;
    nointerpolation float2 weights[2] : WEIGHTS;
};
float4 main(Varyings input, nointerpolation uint which : WHICH, nointerpolation float plain : PLAIN) : SV_Target
{
    float3 second = GetAttributeAtVertex(input.color, 1);
    uint third = GetAttributeAtVertex(which, 2);
    return float4(second + input.color, GetAttributeAtVertex(input.weights[1], third).y * plain) + input.at.xyxy;
}
