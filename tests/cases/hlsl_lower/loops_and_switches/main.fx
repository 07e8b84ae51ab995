// stage: compute
// compared: main.fx
// Jumps out of loops and switches within each other.
StructuredBuffer<float4> F : register(t0);
StructuredBuffer<int4> I : register(t1);
RWStructuredBuffer<float4> O : register(u0);
RWStructuredBuffer<int4> P : register(u1);
int chosen(int k, inout float4 o)
{
    switch (k)
    {
        case 0: o.x += 1; break;
        case 1:
        case 2:
            o.y += 2;
            if (k == 2)
                break;
            o.y += 5;
            break;
        default: o.z += 3; break;
        case 5:
        {
            o.w += 4;
            return 50;
        }
        case 6: return 60;
    }
    return k;
}
float early(float4 v)
{
    for (int a = 0; a < 8; a++)
    {
        if (v.x > 0.9)
            return a;
        if (v.y > 0.8)
            break;
        for (int b = 0; b < 3; ++b)
        {
            if (b == 1)
                continue;
            v.x += 0.07;
            if (v.x > 0.85)
                return a * 10 + b;
        }
        v.y += 0.05;
        if (a == 6)
            return -1;
    }
    return v.x + v.y;
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint n = id.x & 63;
    float4 f = F[n];
    int4 j = I[(n + 5) & 63] - 7;
    uint4 v = (uint4)j;
    float4 o = 0;
    int4 p = 0;
    for (int k = -1; k < 8; k++)
    {
        if (k == (int)(n & 7))
        {
            continue;
        }
        p.x += chosen(k, o);
        if (o.x > 1.5)
        {
            break;
        }
    }
    p.y = chosen(n & 7, o);
    o.x += early(f);
    o.y += early(f.wzyx);
    int c = 0;
    do
    {
        c++;
        if (c == 3)
        {
            continue;
        }
        if (c > (int)(n & 7))
        {
            break;
        }
        p.z += c;
    }
    while (c < 6);
    while (true)
    {
        if (c-- < 0)
        {
            break;
        }
        p.w++;
    }
    [unroll] for (int q = 0; q < 3; q++)
    {
        if (q == (int)(n % 3))
        {
            o.w += q;
            break;
        }
        o.z++;
    }
    [loop] for (uint a = 0, b = 5; a < b; a++, --b)
    {
        o.y += a * b;
    }
    for (int x = 0; x < 4; x++)
    {
        switch (x & 3)
        {
            case 0: continue;
            case 1: p.x += 100;
            break;
            case 2: if (n & 1)
            {
                break;
            }
            p.y += 1000;
            break;
            default: p.z += 10;
        }
        p.w += 7;
    }
    uint down = 8;
    while (down-- > 0)
    {
        if (down & 1)
        {
            continue;
        }
        p.z += (int)down;
    }
    if (id.x < 64)
    {
        O[n] = o;
        P[n] = p;
    }
}
