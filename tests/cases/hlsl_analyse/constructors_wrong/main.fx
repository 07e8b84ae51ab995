// A constructor takes as many components as its type has, and `double`s have no remainder.
struct Pair { float2 both; };
float4 main(float a : A, float2 v2 : B, float3 v3 : C, float2x2 m22 : D, float4x4 m44 : E) : SV_Target
{
    Pair pair;
    pair.both = v2;
    float2 right = float2(v2) + float2(pair) + int2(v2) + float3((1.0).xxx).xy;
    float4 four = float4(m22) + float2x2(four)[0].xyxy + float1(a).xxxx;
    float2 one = float2(1.0);
    float2 name = float2(a);
    float3 few = float3(v2);
    float2 many = float2(v3);
    float scalar = float(v3);
    float3x3 part = float3x3(m44);
    double d = a;
    d = d % 2.0L;
    d %= 2;
    return four;
}
