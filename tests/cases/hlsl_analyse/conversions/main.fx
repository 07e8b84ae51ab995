// stage: pixel
struct Base { float3 a; };
struct Derived : Base { int b; };
struct Flat { float x, y, z; int w; };

float3 take(Base base) { return base.a; }

float4 main(float4 v : A, uint4 u : B, float3x3 m : C) : SV_Target
{
    float2 truncated = (float2)v;
    float3 spread = 1;
    float4 numbers = u;
    bool3 logical = v.xyz;
    int one = v.w > 0 ? u.x : -1;
    float1 single = v.x;
    float plain = single;
    float2x2 small = (float2x2)m;
    float4 row = float4(m[1], 1);
    float2x2 reshaped = float2x2(v);
    float4 back = (float4)reshaped;
    Derived derived = (Derived)0;
    Flat flat = (Flat)derived;
    float total = take(derived).x + flat.w;
    half narrow = v.x;
    min16float smaller = v.y;
    float4 sum = v + u;
    float4 scaled = v * 2;
    return scaled + sum * total + small[0].xyxy + back + row;
}
