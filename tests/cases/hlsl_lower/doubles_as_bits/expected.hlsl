struct Pair {
    double first;
    int _pad1_0;
    int _pad1_1;
    double2 second;
};

ByteAddressBuffer g_In : register(t0);
RWByteAddressBuffer g_Words : register(u0);
RWByteAddressBuffer g_Doubles : register(u1);
RWByteAddressBuffer g_Out : register(u2);

double uberc_double_of_words(uint low, uint high)
{
    return asdouble(low, high);
}

uint2 uberc_words_of_double(double value)
{
    uint2 words;
    asuint(value, words.x, words.y);
    return words;
}

Pair ConstructPair(double arg0, double2 arg1) {
    Pair ret = (Pair)0;
    ret.first = arg0;
    ret.second = arg1;
    return ret;
}

void main_1(uint3 id)
{
    uint low_1 = (uint)0;
    uint high_1 = (uint)0;
    uint2 lows = (uint2)0;
    uint2 highs = (uint2)0;
    Pair pair = (Pair)0;

    double _e6 = (1.0L + (double(id.x) * 0.37L));
    uint _e11 = asuint(g_In.Load((id.x * 2u)*4));
    uint _e17 = asuint(g_In.Load(((id.x * 2u) + 1u)*4));
    const double _e21 = uberc_double_of_words(_e11, (1072693248u | (_e17 & 1048575u)));
    const uint2 _e25 = uberc_words_of_double((_e21 * _e6));
    low_1 = _e25.x;
    high_1 = _e25.y;
    uint _e28 = low_1;
    uint _e29 = high_1;
    uint _e32 = (id.x * 2u);
    g_Words.Store(_e32*4, asuint(_e28));
    g_Words.Store((_e32 + 1u)*4, asuint(_e29));
    uint _e38 = (id.x * 2u);
    const uint2 _e39 = uberc_words_of_double((_e21 - _e6));
    g_Doubles.Store(_e38*4, asuint(_e39.x));
    g_Doubles.Store((_e38 + 1u)*4, asuint(_e39.y));
    const double _e50 = uberc_double_of_words(id.x, 1073741824u);
    const double _e51 = uberc_double_of_words(7u, 3220701184u);
    double2 _e57 = (double2(_e50, _e51) * (3.0L).xx);
    const uint2 _e60 = uberc_words_of_double(_e57.x);
    const uint2 _e63 = uberc_words_of_double(_e57.y);
    lows = uint2(_e60.x, _e63.x);
    highs = uint2(_e60.y, _e63.y);
    uint2 _e68 = lows;
    uint _e71 = ((8u + id.x) * 2u);
    g_Words.Store(_e71*4, asuint(_e68.x));
    g_Words.Store((_e71 + 1u)*4, asuint(_e68.y));
    uint2 _e77 = highs;
    uint _e80 = ((16u + id.x) * 2u);
    g_Words.Store(_e80*4, asuint(_e77.x));
    g_Words.Store((_e80 + 1u)*4, asuint(_e77.y));
    const double _e88 = uberc_double_of_words(0u, 2146435072u);
    const uint2 _e92 = uberc_words_of_double(((id.x > 4u) ? _e88 : _e6));
    low_1 = _e92.x;
    high_1 = _e92.y;
    uint _e95 = low_1;
    uint _e96 = high_1;
    uint _e100 = ((24u + id.x) * 2u);
    g_Words.Store(_e100*4, asuint(_e95));
    g_Words.Store((_e100 + 1u)*4, asuint(_e96));
    pair.first = (_e6 * 2.0L);
    pair.second = double2(_e21, -(_e6));
    Pair _e111 = pair;
    uint _e114 = (id.x * 6u);
    const uint2 _e116 = uberc_words_of_double(_e111.first);
    g_Out.Store(_e114*4, asuint(_e116.x));
    g_Out.Store((_e114 + 1u)*4, asuint(_e116.y));
    const uint2 _e124 = uberc_words_of_double(_e111.second.x);
    g_Out.Store((_e114 + 2u)*4, asuint(_e124.x));
    g_Out.Store((_e114 + 3u)*4, asuint(_e124.y));
    const uint2 _e133 = uberc_words_of_double(_e111.second.y);
    g_Out.Store((_e114 + 4u)*4, asuint(_e133.x));
    g_Out.Store((_e114 + 5u)*4, asuint(_e133.y));
    uint _e141 = (id.x * 6u);
    uint _e143 = asuint(g_Out.Load(_e141*4));
    uint _e146 = asuint(g_Out.Load((_e141 + 1u)*4));
    const double _e147 = uberc_double_of_words(_e143, _e146);
    uint _e150 = asuint(g_Out.Load((_e141 + 2u)*4));
    uint _e153 = asuint(g_Out.Load((_e141 + 3u)*4));
    const double _e154 = uberc_double_of_words(_e150, _e153);
    uint _e157 = asuint(g_Out.Load((_e141 + 4u)*4));
    uint _e160 = asuint(g_Out.Load((_e141 + 5u)*4));
    const double _e161 = uberc_double_of_words(_e157, _e160);
    pair = ConstructPair(_e147, double2(_e154, _e161));
    double2 _e165 = pair.second;
    double _e168 = pair.first;
    double2 _e169 = (_e165.yx * _e168);
    uint _e171 = ((8u + id.x) * 6u);
    const uint2 _e173 = uberc_words_of_double(_e169.x);
    g_Out.Store((_e171 + 2u)*4, asuint(_e173.x));
    g_Out.Store((_e171 + 3u)*4, asuint(_e173.y));
    const uint2 _e181 = uberc_words_of_double(_e169.y);
    g_Out.Store((_e171 + 4u)*4, asuint(_e181.x));
    g_Out.Store((_e171 + 5u)*4, asuint(_e181.y));
    return;
}

[numthreads(8, 1, 1)]
void main(uint3 GlobalInvocationId : SV_DispatchThreadID)
{
    main_1(GlobalInvocationId);
    return;
}
