// Common types of arguments, results of other shapes.
float4 main(float4 v : A, int4 i : B, uint u : C, half4 h : D, float4x4 m : E) : SV_Target
{
    float4 r = lerp(v, 1, 0.5) + clamp(v, 0, v.x) + max(i, 2) + min(u, 3) + pow(v, 2);
    r += dot(v.xyz, v) + length(v.xy) + distance(v, h) + cross(v.xyz, h.xyz).x;
    r.xyz += normalize(h.xyz) + reflect(v.xyz, v.wzy) + refract(v.xyz, v.xyz, 1.5);
    r += mul(m, v) + mul(v, m) + mul(2, v) + mul(v, v) + mul((float3x3)m, v.xyz).xyzx;
    r += mul(m, m)[0] + transpose(m)[1] + determinant(m);
    r += abs(i) + sign(v) + saturate(h) + rcp(v) + sin(1) + exp2(i);
    r += all(v > 0) + any(i) + isnan(v.x) + step(0.5, v) + smoothstep(0, 1, v);
    r += asfloat(i) + asint(v) + asuint(v) + countbits(u) + firstbithigh(i).x + reversebits(u);
    r += f16tof32(u) + f32tof16(v.x) + mad(i, i, i) + fmod(v, 2) + ldexp(v, 2);
    float s, c, whole;
    sincos(v.x, s, c);
    r += s + c + modf(v.y, whole) + whole + frexp(v.z, whole);
    int exponent;
    r += modf(v.w, exponent) + exponent;
    r += D3DCOLORtoUBYTE4(v) + dst(v, v) + lit(1, 2, 3) + ddx(v) + fwidth(v.x);
    r += WaveActiveSum(v) + WaveReadLaneAt(i, 2) + WavePrefixSum(u) + WaveActiveBallot(v.x > 0) + QuadReadAcrossX(v);
    r += unpack_u8u32(u) + pack_clamp_u8(i) + msad4(u, uint2(1, 2), uint4(1, 2, 3, 4));
    return r;
}
