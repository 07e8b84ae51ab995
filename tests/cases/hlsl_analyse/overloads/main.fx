// The overload that loses least wins; components are lost last.
float  f(float x)  { return 1; }
float  f(float3 x) { return 2; }
float  f(int x)    { return 3; }
float  f(half2 x)  { return 4; }
int    g(uint a, float b) { return 1; }
int    g(int a, int b)    { return 2; }
float  h(float a, float b = 2.5, int c = 3) { return a + b + c; }
float  k(in float a, out float b) { b = a; return a; }
void   w(inout int a) { a++; }
float  max(float3 v) { return max(v.x, max(v.y, v.z)); }

float4 main(float3 v : A, int i : B, uint u : C) : SV_Target
{
    float a = f(v) + f(v.x) + f(i) + f(u) + f(v.xy) + f((int)true);
    int b = g(i, i) + g(u, 1.0) + g(1, 2);
    float c = h(1) + h(1, 2) + h(1, 2, 3);
    half narrow;
    float d = k(v.x, narrow);
    float element = 3;
    w(element);
    float4 quad = 0;
    k(v.x, quad.w);
    float e = max(v) + max(v.x, 1.0);
    return a + b + c + d + narrow + element + quad + e;
}
