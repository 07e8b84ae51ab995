enum NoType { A };
enum class Wide : float { B };
enum class [[host_shared]] Small : short { C };
float f(float x) { return x; }
enum class Value : int { D = 1, E = D + 1, F = nothing, G = int(1.5f) };
static constexpr float from_call = f(1.0f);
static constexpr int zero = 1 / 0;
static constexpr int remainder = 1 % 0;
static constexpr int shift = 1 << 32;
static constexpr int negative = 1 << -1;
static constexpr int wrong = 1.5f;
static constexpr float3 vector = 1.0f;
static constexpr float array[2] = {1.0f, 2.0f};
struct S { static float a; static const int b; static constexpr int ok = 3; };
static constexpr S structure = S{};
void use(int x)
{
    static constexpr int c = x;
    float a[x];
    float b[0];
    float d[-1];
    float e[];
    float g[][2] = {{1.0f}};
    float h[2] = {1.0f, 2.0f, 3.0f};
    if constexpr (x > 1) { }
    float infinite = 1.0f / 0.0f;
}
