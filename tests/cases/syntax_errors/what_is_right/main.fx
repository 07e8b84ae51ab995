// Templates, names of types as names of variables, reserved words of other languages, trailing commas of initialisers.
bool g_bA;
template <typename T> T twice(T x) { return x + x; }
struct S { float T; float texture_index; void reset() { T = 0; texture_index = -1; } };
enum E { One, Two, };
static const float values[] = { 1, 2, };
float4 PS(float4 p : SV_Position) : SV_Target
{
    S s;
    s.reset();
    for (;;) { break; }
    for (int i = 0, j = 1; i < 2; i++, j--) ;
    do { s.T += twice<float>(p.x); } while (s.T < 0);
    return p * values[1] * (g_bA ? s.T : s.texture_index);
};
float4 VS(float3 p : POSITION) : SV_Position { return float4(p, 1); }
