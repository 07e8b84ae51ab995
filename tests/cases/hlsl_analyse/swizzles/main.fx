// Swizzles as values and places.
float4 main(float4 v : A, float4x4 m : B) : SV_Target
{
    float4 a = v.wzyx;
    a.xy = v.zz;
    a.zx = a.xz * 2;
    a.rgb += v.bgr;
    a.wzyx.xy = 1;
    float s = v.x;
    float3 spread = s.xxx;
    float4x4 n = m;
    n._m00_m11 = v.xy;
    n._11_22_33 *= 2;
    n[2] = v;
    n[3].xy = v.zw;
    n[0][1] = 3;
    float2 diagonal = n._m00_m33;
    float element = n._44;
    float i = v[2];
    a[1] = i;
    return a + spread.x + diagonal.xyxy + element;
}
