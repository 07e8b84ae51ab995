// version: 2021
// Errors of an instance stand in the template, with the places that ask for it.
template<typename T> T Inner(T a) { return a.nothere; }
template<typename T> T Outer(T a) { return Inner(a); }
template<typename T> struct Holder { T value; float Get() { return value.wrong; } };
template<typename T> typename T::Missing Unfit(T a) { return 0; }
template<typename T> T Two(T a, T b = 0) { return a.nothere; }
template<> float Nothing<float>(float a) { return a; }
template<typename T> struct Partial {};
template<typename T> struct Partial<vector<T, 2> > {};
template<int N> struct Partial<vector<float, N> > {};
template<typename T> struct Never;
template float Nowhere<float>(float);
template<typename T> float Some(T a) { return 1; }
template<typename T> float Some<vector<T, 2> >(vector<T, 2> a) { return 1; }

float4 main() : SV_Target
{
    float a = Outer(1.0f);
    Holder<float> holder;
    a += Unfit(2.0f);
    a += Two(1.0f, 2.0f, 3.0f) + Two<float>();
    Partial<float2> partial;
    Never<float> never;
    return a + holder.Get();
}
