// stage: compute
// version: 2021
// judged: source
// Methods of structure templates that are defined outside of them, and values whose type is a parameter.
template<typename T, int N> struct Stack
{
    T items[N];
    uint count;
    void push(T value);
    T sum() { return add(0); }
    T add(uint from);
    static T twice(T value);
    T operator[](uint at);
};
struct Holder { Stack<float, 4> s; };
template<typename T, int N> void Stack<T, N>::push(T value) { if (count < N) items[count++] = value; }
template<typename T, int N> T Stack<T, N>::add(uint from) { T all = (T)0; for (uint i = from; i < count; i++) all += twice(items[i]); return all; }
template<typename T, int M> T Stack<T, M>::twice(T value) { return value * 2 + M; }
template<class T, T val> struct constant { static const T value = val; };
template <uint val> using uint_constant = constant<uint, val>;
RWStructuredBuffer<float4> o;
[numthreads(1,1,1)]
void main()
{
    Holder h; h.s.count = 0;
    h.s.push(o[5].x); h.s.push(o[5].y);
    Stack<int2, 2> t; t.count = 0;
    t.push(int2(1, 2)); t.push((int2)o[6].xy); t.push(4);
    o[0] = h.s.sum();
    o[1] = float4(t.sum(), Stack<float, 7>::twice(3), uint_constant<5>::value);
}
