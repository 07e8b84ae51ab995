// stage: compute
// judged: source
// A remainder has the sign of its first operand. GLSL leaves it undefined where an operand is negative.
RWStructuredBuffer<int4> g_Out : register(u0);
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int a = (int)id.x - 20;
    int4 b = int4(3, -3, 7, (int)id.x - 2) | 1;
    int4 c = a % b;
    c.x %= 2;
    g_Out[id.x] = c * 100 + (int4(a, -a, 5, -5) % 4) + (int)(id.x % 3u);
}
