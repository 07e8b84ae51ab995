struct S { float a; int b; float2 c; };
void lists()
{
    S one = {.a = 1.0f, .d = 2};
    S two = {.b = 1, .a = 2.0f};
    S three = {1.0f, 2, {3.0f, 4.0f}, 5};
    S four = {.a = 1.0f, 2};
    float2 five[2] = {.x = {1.0f, 2.0f}};
    float six = {1.0f, 2.0f};
    float seven = max({1.0f}, 2.0f);
    seven += {1.0f};
    float4 eight = float4{0};
    float4x4 nine = float4x4{1.0f, 2.0f};
    float4 ten = float4{.x = 1.0f};
}
union { float a; };
struct U { union { float a[2]; float b; }; };
struct [[host_shared]] H { union { float4 a; float4 b; }; };
struct B { float a : 3; int b : 0; int c : 33; uint d : 3, e : 4; };
