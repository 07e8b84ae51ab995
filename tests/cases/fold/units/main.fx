// In an earlier unit, where EARLIER is a macro, the functions consist of the same tokens. What folding makes of them differs: a constant
// depends on the branch here alone, a function that is called has an effect here alone, and a name is an item's here alone.
bool g_bOn;
#ifdef EARLIER
static const bool kOn = true;
float count(float x) { return x + 1.0; }
#else
static const bool kOn = g_bOn;
static float g_count;
float count(float x) { g_count += x; return g_count; }
float scale(float x) { return 2.0 * x; }
#endif
float shade(float x)
{
    if (kOn) { return x * x; }
    return x;
}
float plain(float x) { return x - 1.0; }
float counted(float x) { return plain(x) + count(x); }
float unused(float x) { return x; }
void written(inout float x) { x = plain(x); }
float scaled(float x)
{
#ifdef EARLIER
    float scale = x;
    return scale;
#else
    return scale(x);
#endif
}
float4 main() : SV_Target
{
    float x = 1.0;
    written(x);
    bool dropped = g_bOn && counted(x) > 0.0 && false;
    bool kept = plain(x) > 0.0 && g_bOn;
    return float4(shade(x), scaled(x), dropped ? 1.0 : 0.0, kept ? 1.0 : 0.0);
}
