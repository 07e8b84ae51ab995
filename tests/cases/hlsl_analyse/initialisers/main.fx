// Lists are flattened; larger values are taken apart once.
struct Inner { float2 a; int b; };
struct Outer { Inner inner[2]; float4 last; };
float2 Next() { return 1; }

static const float kWeights[] = { 0.1, 0.2, 0.3 };
static const float2 kOffsets[2] = { 1, 2, 3, 4 };
static const Inner kInner = { 1, 2, 3 };

float4 main(float4 v : A) : SV_Target
{
    float4 a = { 1, 2, v.xy };
    Outer o = { v, v.x, { 2 }, v };
    Outer copy = { { { v.xy, 1 }, { v.zw, 2 } }, v };
    float3 b = { Next(), 1 };
    float c[3] = { Next(), 5 };
    float2x2 m = { v };
    int counts[2][2] = { { 1, 2 }, { 3, 4 } };
    Inner whole = kInner;
    return a + o.last + copy.last + b.x + c[2] + m[0].xyxy + counts[1][0] + kWeights[1] + kOffsets[1].x + whole.b;
}
