// stage: compute
// version: 2021
// `sizeof` in bytes, as dxc counts them: the number behind each is what dxc says.
RWStructuredBuffer<uint> g_Out;
struct Plain { float3 a; int b[2]; };
struct Mixed { bool x; float4 y; };
struct Wide { float3 a; double b; float c; };
struct Base { float a; };
struct Derived : Base { double b; float c; };
struct Least { min16float a; min16float b; float c; };
struct Empty {};
enum Small { A, B };
enum class Short : uint16_t { C };
struct Own
{
    float a;
    float4 v;
    static const uint s_Vector = sizeof(float4);
    uint Whole() { return sizeof(Own); }
};
template<typename T> uint Bytes() { return sizeof(T); }
template<typename T> struct Holder { T held; uint Bytes() { return sizeof(Holder); } };
typedef float2 Pair;
uint Kind(int x) { return 1; }
uint Kind(uint x) { return 2; }
float g_Array[sizeof(float4)];
uint Count() { g_Out[99] = 1; return 1; }

[numthreads(sizeof(float), 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    Plain plain = (Plain)0;
    uint known[sizeof(float3) / 4];
    uint sizes[] = {
        sizeof(Plain), /* 20 */ sizeof plain, /* 20 */ sizeof(plain.a.xy), /* 8 */
        sizeof(Mixed), /* 20 */ sizeof(Wide), /* 32 */ sizeof(Derived), /* 24 */ sizeof(Least), /* 12 */ sizeof(Empty), /* 0 */
        sizeof(float4x3), /* 48 */ sizeof(row_major float2x3), /* 24 */ sizeof(bool3), /* 12 */ sizeof(double2), /* 16 */
        sizeof(half), /* 4 */ sizeof(min16float), /* 2 */ sizeof(min16int2), /* 8 */ sizeof(min16int[2]), /* 4 */
        sizeof(float16_t3), /* 6 */ sizeof(int64_t), /* 8 */ sizeof(vector<float, 3>), /* 12 */
        sizeof(Small), /* 4 */ sizeof(Short), /* 2 */ sizeof(A), /* 4 */
        sizeof(uint[2][3]), /* 24 */ sizeof(known) / sizeof(known[0]), /* 3 */ sizeof(g_Array), /* 64 */
        sizeof(1.0L), /* 8 */ sizeof('a'), /* 4 */ sizeof true, /* 4 */ sizeof -plain.a, /* 12 */
        sizeof(Count()), /* 4 */ sizeof(id++), /* 4 */
        Bytes<float3>(), sizeof(Holder<Pair>), /* 8 */ Own::s_Vector, Kind(sizeof(float)),
    };
    Holder<float4> holder;
    Own own;
    vector<float, sizeof(Pair) / 4> two = 1;
    float difference = sizeof(float) - 8;
    switch (id)
    {
        case sizeof(float2): break;
    }
    g_Out[0] = sizes[id] + holder.Bytes() + own.Whole();
}
