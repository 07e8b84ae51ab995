// version: 2021
// `&&`, `||` and `?:` take scalars.
float4 main(float4 v : A, float4 w : B) : SV_Target
{
    bool4 both = v > 0 && w > 0;
    bool4 one = v > 0 || w.x > 0;
    float4 chosen = v > w ? v : w;
    float2x2 m = float2x2(v) ? float2x2(v) : float2x2(w);
    float small = 1;
    float4 fine = small && v.x > 0 ? v : w;
    float1 single = 1;
    float4 none = single && v.x > 0 ? v : w;
    float4 neither = single ? v : w;
    return both ? chosen : fine;
}
