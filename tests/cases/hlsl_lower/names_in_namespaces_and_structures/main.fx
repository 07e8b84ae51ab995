// stage: compute
// version: 2021
// compared: reference.hlsl
namespace Noise { static const uint s_Octaves = 4; uint Hash(uint x) { return x * 3; } namespace Tables { static const uint s_First = 7; } }
using Noise::Hash;
cbuffer Block { static const uint s_Two = 0b10; };
struct Outside { static const uint s_Known; static uint s_Changed; uint Add(uint x) { s_Changed += x; return s_Known; } };
static const uint Outside::s_Known = 5;
uint Outside::s_Changed = s_Known;
struct Node
{
    uint value;
    struct Link { uint step; Node Next(Node from) { Node next = from; next.value += step; return next; } uint Size(); };
    Link link;
};
uint Node::Link::Size() { return sizeof(Node) + step; }
RWStructuredBuffer<uint> g_Out : register(u0);
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    using namespace Noise;
    Outside outside;
    uint sum = outside.Add(id.x) + Outside::s_Changed * s_Two;
    Node node;
    node.value = Hash(id.x);
    node.link.step = 'a';
    g_Out[id.x] = sum + node.link.Next(node).value * 256 + node.link.Size() + s_Octaves + Tables::s_First;
}
