// version: 2021
struct S
{
    float a : 4;
    uint2 b : 4;
    uint c : 33;
    uint d : 0;
    uint e : -1;
    uint f : 4 : SEMANTIC;
    uint g[2] : 3;
    uint h : 4;
    uint h : 5;
    uint i : 4 = 3;
    static uint j : 4;
    min16uint k : 17;
    void Method(uint x : 3) {}
};
cbuffer Block { uint l : 4; };
uint m : 4;
struct T { uint a : 4; uint b : 4; };
uint2 Two(T t) { return (uint2)t; }
float4 main(uint n : 4) : SV_Target
{
    uint o : 4;
    T t = { 1, 2, 3 };
    uint size = sizeof(t.a);
    return 0;
}
