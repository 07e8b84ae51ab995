// stage: compute
// version: 2021
// Names of other namespaces, by directives and by declarations.
namespace Noise
{
    static const uint s_Octaves = 4;
    struct Octave { uint index; };
    uint Hash(uint x) { return x * 3; }
    template<typename T> T Twice(T x) { return x + x; }
    enum Kind { Value, Gradient };
    namespace Tables { static const uint s_First = 7; }
}
namespace Shapes
{
    uint Area(int x) { return 1; }
    typedef float2 Extent;
}
uint Area(float x) { return 2; }
namespace Mixed
{
    using namespace Noise;
    using Shapes::Extent;
    uint Sum() { return s_Octaves + Tables::s_First; }
}
using namespace Shapes;
using Noise::Hash;
using ::Noise::Octave;
namespace Noise { uint Hash(uint2 x) { return x.x; } }

RWStructuredBuffer<uint> g_Out;

uint InFunction(uint id)
{
    using namespace Noise::Tables;
    uint s_Octaves = 100;
    if (id > 2)
    {
        using Noise::s_Octaves;
        return s_Octaves + s_First;
    }
    return s_Octaves;
}

[numthreads(1, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    Octave octave;
    octave.index = Hash(id);
    Extent extent = 1;
    Mixed::Extent other = extent;
    g_Out[0] = octave.index + Area((int)1) + Area(1.5f) + Mixed::Sum() + Mixed::s_Octaves + InFunction(id);
    using namespace Noise;
    g_Out[1] = Twice(id) + Gradient + Tables::s_First + ::Shapes::Area((int)2) + ::Area((int)3) + (uint)other.x;
}
