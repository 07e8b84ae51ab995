enum class E : int { A = -1, B = 2 };
template<typename T> T twice(T x) { return x + x; }
template float twice<float>(float x);
template float3 twice<float3>(float3 x);
template<int n, bool odd> int count() { return odd ? n : n * 2; }
template int count<-3, true>();
template int count<2 + 2, false>();
template<enum E e> int of_enum() { return int(e); }
template int of_enum<E::A>();
template<> int of_enum<E::B>() { return 20; }
template<typename T, int n> struct Stack {
    T items[n];
    int size;
    void push(T x) { items[size] = x; size++; }
    T top() const { return items[size - 1]; }
    static int capacity() { return n; }
    Stack copy() const { return *this; }
};
template struct Stack<float, 4>;
template<> struct Stack<int, 1> { int only; int top() const { return only; } };
template<typename S> float top_of(S s) { return float(s.top()) + float(S::capacity()); }
template float top_of<Stack<float, 4>>(Stack<float, 4> s);
struct Holder {
    template<int k> float times(float x) const { return x * float(k); }
};
template float Holder::times<3>(float x) const;
float use()
{
    Stack<float, 4> s{};
    s.push(1.0f);
    Stack<int, 1> one{5};
    Holder h{};
    return twice(s.copy().top()) + twice<float3>(float3(1.0f)).x + float(count<-3, true>() + count<4, false>()) +
           float(of_enum<E::A>() + of_enum<E::B>() + one.top()) + top_of(s) + h.template times<3>(2.0f);
}
