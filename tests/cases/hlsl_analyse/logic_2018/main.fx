// Before HLSL 2021 logic works on vectors and evaluates everything.
float4 main(float4 v : A, float4 w : B) : SV_Target
{
    bool4 both = v > 0 && w > 0;
    bool4 one = v > 0 || w;
    bool4 none = !v;
    float4 chosen = v > w ? v : w;
    float4 half_way = v.x > 0 && v.y ? 1 : w;
    return both ? chosen : one ? half_way : none;
}
