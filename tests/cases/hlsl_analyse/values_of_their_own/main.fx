float own(float value) { return value * 2; }
static float shadowed = 3;

float4 main() : SV_Target
{
    float2 a = float2(a.x, 1);
    float own = own(2);
    float shadowed = shadowed + 1;
    const float c = c + 1;
    return float4(a, own, shadowed + c);
}
