// What has no value at a vertex.
float2 Second(nointerpolation float2 of) { return GetAttributeAtVertex(of, 1); }
float4 main(
    float2 at : AT, nointerpolation float2 color : COLOR, nointerpolation float2 changed : CHANGED,
    nointerpolation bool2 flags : FLAGS, float4 place : SV_Position) : SV_Target
{
    float2 sum = GetAttributeAtVertex(at, 1);
    sum += Second(color);
    changed += 1;
    sum += GetAttributeAtVertex(changed, 1);
    sum += GetAttributeAtVertex(color + 1, 1);
    sum += GetAttributeAtVertex(place, 1).xy;
    return float4(sum, GetAttributeAtVertex(flags, 1));
}
