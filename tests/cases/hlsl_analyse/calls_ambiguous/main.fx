// Overloads that lose equally much are ambiguous, whichever argument loses it.
float f(int x)              { return 1; }
float f(uint x)             { return 2; }
float f(float x, float y)   { return 3; }
float g(float x)            { return 1; }
float g(float x, int y = 1) { return 2; }
float h(float3 x, float y)  { return 1; }
float h(float2 x, float y)  { return 2; }
float h(float x, float y)   { return 3; }
struct P { float x; float y; };
struct Q { float2 v; };
float k(P p) { return 1; }
float k(Q q) { return 2; }

float4 main(float3 v : A, float s : B) : SV_Target
{
    float a = f(1);
    a += f(s);
    a += g(s);
    // `float3` loses nothing in the first, and a scalar that is spread costs less than components that are lost.
    a += h(v, s) + h(s, s);
    P p = (P)0;
    a += k(p);
    return a;
}
