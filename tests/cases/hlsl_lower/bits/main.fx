// stage: compute
RWByteAddressBuffer g_Words;
[numthreads(1, 1, 1)]
void main()
{
    uint4 word = g_Words.Load4(0);
    float value = asfloat(word.x);
    int shifted = asint(word.y) >> word.z;
    uint4 result = uint4(countbits(word.x), firstbithigh(shifted), firstbitlow(word.y), reversebits(word.z));
    result.x += isnan(value) + isinf(value) * 2 + isfinite(value) * 4;
    result.y += f32tof16(value) + (uint)f16tof32(word.w);
    result = msad4(word.x, word.yz, result);
    double wide = asdouble(word.x, word.y);
    uint low, high;
    asuint(wide * 2, low, high);
    float exponent;
    float fraction = frexp(value, exponent);
    float whole;
    fraction += modf(value, whole) + fmod(value, 3) + ldexp(fraction, exponent) + (value % 0.25);
    g_Words.Store4(16, result + low + high + asuint(fraction + whole) + (shifted % 7) + sign(value));
}
