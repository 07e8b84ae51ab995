// stage: compute
// version: 2021
// judged: source
// Operators of structures, defined outside of them.
struct S
{
    float x;
    float operator()(float y);
    S operator+(S o);
    float operator[](int i);
};
float S::operator()(float y) { return x * y; }
S S::operator+(S o) { S r; r.x = x + o.x; return r; }
float S::operator[](int i) { return x + i; }
RWStructuredBuffer<float> o;
[numthreads(1,1,1)]
void main()
{
    S s;
    s.x = 3;
    S t;
    t.x = o[4];
    o[0] = s(2);
    o[1] = (s + t).x;
    o[2] = s[3];
}
