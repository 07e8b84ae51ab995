// What HLSL 2018 does not have.
template<typename T> T Twice(T value) { return value + value; }
template<typename T> struct Pair { T first, second; };
struct Complex
{
    float re, im;
    Complex operator+(Complex other) { Complex sum = { re + other.re, im + other.im }; return sum; }
};
bool operator==(Complex a, Complex b) { return a.re == b.re; }
float4 main(float4 v : A) : SV_Target { return v; }
