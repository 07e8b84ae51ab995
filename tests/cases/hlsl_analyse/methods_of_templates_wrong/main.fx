// version: 2021
template<typename T> struct S { T value; T get(); T lost(); void set(T v); };
template<typename T> T S<T>::get() { return value.x; }
template<typename T> T S<T>::none() { return 0; }
template<typename T> T Unknown<T>::get() { return 0; }
template<typename T> void S<T>::set(int v, int w) {}
template<class T, U val> struct constant { static const T value = val; };

float4 main() : SV_Target
{
    S<float4> s;
    s.value = 1;
    return s.get() + s.lost();
}
