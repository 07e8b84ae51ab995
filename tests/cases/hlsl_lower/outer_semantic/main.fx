// The semantic of a structure goes over those of its members, and so does its location (fxc's X3576).
struct Inputs
{
    float3 a : ANYTHING;
    float2 b : SV_Position;
};
struct Targets
{
    float4 first : SV_Target1;
    float4 second : SV_Target0;
};
Targets main(Inputs i : TEXCOORD4, out float4 third : SV_Target0) : SV_Target2
{
    Targets t;
    t.first = float4(i.a, 1);
    t.second = i.b.xyxy;
    third = 0;
    return t;
}
