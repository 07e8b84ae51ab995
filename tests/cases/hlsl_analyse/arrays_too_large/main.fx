static float s_TooLarge[20000000];
static float s_None[0];
float4 main() : SV_Target
{
    float large[70000];
    float2 pairs[35000] = (float2[35000])large;
    return s_TooLarge[0] + pairs[1].x + s_None[0];
}
