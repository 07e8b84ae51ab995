// What no compiler reads as a number or a character.
float4 main() : SV_Target
{
    uint a = 0b12;
    uint b = 0b;
    float c = 0b1.0;
    float d = 0b1f;
    uint e = 'ab';
    uint f = '';
    uint g = '\x100';
    uint h = '\u0041';
    float i = 20f;
    half j = 3H;
    float k = 0x1f + 1e1f + 2.f;
    return a + b + c + d + e + f + g + h + i + j + k;
}
