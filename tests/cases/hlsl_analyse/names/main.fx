// Namespaces, enumerations, aliases, shadowing.
namespace Math
{
    static const float kPi = 3.14;
    float Area(float r) { return kPi * r * r; }
    namespace Inner
    {
        float Twice(float r) { return Area(r) * 2; }
        struct Box { float size; };
    }
    enum class Mode { Off, On = 4, Auto };
}
enum Level { Low, Middle = 10, High };
enum : uint { kCount = 3 };
typedef float3 Color, Palette[4];
using Scalar = float;
typedef Math::Inner::Box Crate;
float value = 1;

float4 main(float4 v : A) : SV_Target
{
    Level level = High;
    Math::Mode mode = Math::Mode::On;
    int number = level + Middle;
    Palette palette = (Palette)0;
    palette[kCount] = v.rgb;
    Scalar s = value;
    float value = 2;
    {
        float value = s + 1;
        s = value;
    }
    Crate crate;
    crate.size = Math::Area(s) + ::Math::Inner::Twice(value);
    float sizes[Middle];
    sizes[0] = mode == Math::Mode::Auto;
    switch (level)
    {
    case Low: s = 1; break;
    case Middle:
    case High: s = 2;
    default: s += 1; break;
    }
    return crate.size + number + palette[1].x + s + sizes[0];
}
