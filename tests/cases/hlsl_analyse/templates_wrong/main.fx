// version: 2021
template<typename T> T Same(T a, T b) { return a; }
template<typename T> T Bad(T a) { return a.nothing; }
template<typename T> struct Box { T inside; };
template<int N> float Deep(float x) { return Deep<N + 1>(x); }
float4 main(float4 v : A) : SV_Target
{
    float a = Same(1, 2.0);
    float b = Bad(v);
    Box box;
    Box<float, int> other;
    float c = Deep<0>(1);
    return a;
}
