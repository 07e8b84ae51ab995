// stage: compute
// version: 2021
// compared: reference.hlsl
template<typename T> uint Kind(T a) { return 1; }
template<> uint Kind<float>(float a) { return 2; }
template<> uint Kind(uint2 a) { return 3 + a.y; }
template<typename T> T One();
template<> float One<float>() { return 1; }
template<> uint One<uint>() { return 5; }
template<typename T, int N> struct Table { static const uint s_Which = 1; T all[N]; uint Get() { return s_Which + N; } };
template<typename T> struct Table<T, 3> { static const uint s_Which = 3; T a, b, c; uint Get() { return s_Which; } };
template<typename T, int N> struct Table<vector<T, 2>, N> { static const uint s_Which = 7; T both; uint Get() { return s_Which * N; } };
template<> struct Table<int, 3> { static const uint s_Which = 9; uint Get() { return s_Which * 100; } };
template<typename T> struct IsFloat { static const bool s_Value = false; };
template<> struct IsFloat<float> { static const bool s_Value = true; };
template<typename T> struct Declared;
template<> struct Declared<uint> { uint value; };
template<int N> struct Factorial { static const int s_Value = N * Factorial<N - 1>::s_Value; };
template<> struct Factorial<0> { static const int s_Value = 1; };
template<typename T> uint Pick(T x) { if (IsFloat<T>::s_Value) return 100; return 200; }
template<typename T> T Only(T a) { return a; }
template<typename T> T Only(T a, T b) { return a.nothere + b.undeclared; }
template uint Only<uint>(uint);
template float Only(float);
template struct Table<float, 4>;
struct Holder { uint value; template<typename T> T Scaled(T by); template<int N> uint Times() { return value * N; } };
template<typename T> T Holder::Scaled(T by) { return by * (T)value; }

RWStructuredBuffer<uint> g_Out : register(u0);
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint at = id.x * 8;
    g_Out[at] = Kind(1u) + Kind(1.0f) * 10 + Kind(id.xy) * 100 + Kind<float>(1) * 1000;
    g_Out[at + 1] = (uint)One<float>() + One<uint>() * 10;
    Table<float, 4> plain;
    Table<float, 3> three;
    Table<float2, 4> pair;
    Table<int, 3> whole;
    g_Out[at + 2] = plain.Get() + three.Get() * 10 + pair.Get() * 100;
    g_Out[at + 3] = whole.Get() + Table<int, 3>::s_Which + Table<uint, 5>::s_Which;
    Declared<uint> declared;
    declared.value = id.x;
    g_Out[at + 4] = declared.value + Factorial<5>::s_Value;
    g_Out[at + 5] = Pick(1.0f) + Pick(id.x) + Only(id.x);
    Holder holder;
    holder.value = 3 + id.x;
    g_Out[at + 6] = holder.Scaled(2u) + (uint)holder.Scaled<float>(4) + holder.Times<4>();
}
