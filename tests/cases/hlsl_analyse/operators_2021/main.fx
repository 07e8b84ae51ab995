// version: 2021
// Operators of structures; `&&` that stops early.
struct Complex
{
    float re, im;
    Complex operator+(Complex other) { Complex sum = { re + other.re, im + other.im }; return sum; }
    float operator[](int at) { return at == 0 ? re : im; }
    float operator()(float x) { return re * x + im; }
};
Complex operator*(Complex a, float b) { Complex c = { a.re * b, a.im * b }; return c; }

bool Test(inout int calls) { ++calls; return true; }

float4 main(float4 v : A) : SV_Target
{
    Complex a = { v.x, v.y }, b = { 1, 2 };
    Complex c = a + b * 2;
    int calls = 0;
    if (v.x > 0 && Test(calls) || v.y < 0)
        c = c + c;
    float4 chosen = select(v > 0, v, -v);
    bool2 both = and(v.xy > 0, v.zw > 0);
    return v.x > 0 ? chosen : float4(c[0], c[1], c(3), calls) + both.xyxy;
}
