// stage: compute
// version: 2021
template<typename T> T Twice(T x) { return x + x; }
template<typename T, int N> T Sum(T values[N])
{
    T sum = (T)0;
    for (int i = 0; i < N; ++i)
        sum += values[i];
    return sum;
}
template<typename T> T Pick(bool first, T a, T b) { return first ? a : b; }
template<typename T, int N> vector<T, N> Reverse(vector<T, N> v);
template<typename A, typename B = A> struct Pair
{
    A first;
    B second;
    A Total() { return first + (A)second; }
    static Pair<A, B> Of(A a, B b) { Pair<A, B> made; made.first = a; made.second = b; return made; }
};
template<typename T> T Load(StructuredBuffer<T> from, uint at) { return from[at]; }
template<typename T> float First(Pair<T, int> pair) { return (float)pair.first; }
template<typename T> using Two = vector<T, 2>;

float Twice(float2 x) { return x.x * 2; }

StructuredBuffer<float3> g_In;
RWByteAddressBuffer g_Out;

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    float a = Twice(1.5f) + Twice<int>(2) + Twice(3);
    float3 b = Twice(g_In[id]);
    float values[3] = { 1, 2, 3 };
    a += Sum(values) + Pick(id > 3, 1.0f, a);
    Pair<float, int> pair;
    pair.first = 1;
    pair.second = 2;
    Pair<uint> same = Pair<uint>::Of(3, 4);
    Two<float> two = Load(g_In, id).xy;
    g_Out.Store<float>(id * 4, a + pair.Total() + same.Total() + First(pair) + two.x + b.x);
}
