// version: 2021
// Static members of blocks, structures and classes, and their definitions outside.
cbuffer Block
{
    static const float s_Two = 2;
    float4 g_Tint;
    static float s_Counter = 3;
    float4 g_Other[(uint)s_Two];
};
tbuffer Texels { static const float s_Half = 0.5; float4 g_Texel; };
class Kind { static const uint s_Count = 3; float value; };
struct Outside
{
    static const uint s_Known;
    static uint s_Changed;
    static float2 s_Pair;
    uint Add(uint x) { s_Changed += x; return s_Known; }
};
static const uint Outside::s_Known = Kind::s_Count + 2;
uint Outside::s_Changed = s_Known;
float2 Outside::s_Pair = float2(1, 2);
namespace Space { struct Inner { static const uint s_Known; struct Deep { static const uint s_Deep = 9; }; }; }
const uint Space::Inner::s_Known = 6;
struct Base { static const uint s_Base = 1; };
struct Derived : Base { float all[Outside::s_Known]; uint Get() { return s_Base; } };

float4 main() : SV_Target
{
    s_Counter += 1;
    Outside outside;
    uint sum = outside.Add(2) + outside.s_Known + Outside::s_Changed + Space::Inner::s_Known + Space::Inner::Deep::s_Deep;
    float values[Space::Inner::s_Known];
    values[5] = s_Counter;
    Derived derived;
    return g_Tint * s_Two * Kind::s_Count + g_Other[1] + g_Texel * s_Half + sum + values[5] + derived.Get() + Derived::s_Base
        + Outside::s_Pair.xyxy;
}
