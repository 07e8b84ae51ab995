bool g_bA;
bool g_bB;
struct State { float x; void Set(float to) { x = to; } float Get() { return x; } };
void Grow(float by, inout float what) { what += by; }
float Half(float of) { return of * 0.5; }

float4 main(float4 p : SV_Position) : SV_Target0
{
    float a = p.x, b = p.y;
    State s = { 1 }, t = { 2 };
    // `?:` is no place, and stays what it is where one is wanted.
    Grow(1, g_bA ? a : b);
    Grow(1, (g_bA ? (g_bB ? a : b) : b));
    (g_bA ? a : b) = 3;
    (g_bA ? a : b) += 3;
    ++(g_bA ? a : b);
    (g_bA ? a : b)--;
    (g_bA ? s : t).x = 4;
    (g_bA ? s : t).Set(5);
    sincos(p.z, g_bA ? a : b, a);
    // Values are taken, there and elsewhere.
    Grow(g_bA ? a : b, g_bA ? a + 1 : b + 1);
    a = Half(g_bA ? a : b);
    b = (g_bA ? s : t).x;
    p[g_bA ? 1 : 2] = g_bA ? a : b;
    return a + b + s.Get();
}
