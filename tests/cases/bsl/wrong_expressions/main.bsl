void operands(float3 a, float2 b, int3 c, bool d, float4x4 m, float arr[2], uint u)
{
    a + b;
    a % a;
    c + d;
    a < a;
    a == a;
    d + d;
    d && 1;
    !u;
    m * a;
    arr + arr;
    ~a;
    -d;
    1 << b.x;
    a = b;
    d = 1;
    1 = 2;
    a.xx = b;
    if (a) { }
    while (a.x) { }
    for (; b.x;) { }
    int t = u ? 1 : 2;
    float v = d ? 1.0f : 2;
    u.x;
    u[0];
    a[1.0f];
    a[d];
    float3 e = float3(1.0f, 2.0f);
    float4 f = float4(a, b);
    float3x3 g = float3x3(a, a);
    int narrowed = a.x;
    switch (a.x) { case 1: break; }
    switch (u) { case u: break; }
    break;
}
