// Numbers without a suffix take the type of what they meet.
float f(float x) { return x; }
int f(int x) { return x; }
uint f(uint x) { return x; }
half g(half x) { return x; }

float4 main() : SV_Target
{
    float a = 1;
    uint b = 0xFFFFFFFF;
    float third = 1 / 3.0;
    float none = 1 / 3;
    uint shifted = 1 << 4 | 3;
    int negative = -5 / 2;
    float3 d = 2 * float3(1, 2, 3);
    half h = g(0.1);
    double wide = 0.1L;
    int64_t big = 5000000000;
    float mixed = 3 * 1.5h;
    uint octal = 017;
    uint binary = 0b1011u + 0B1;
    int64_t shifted64 = 0b100000000000000000000000000000000;
    float half_binary = 0b101 / 2.0;
    uint letter = 'a' + '\n' + '\x41' + '\101';
    float widened = '\xFF';
    float letter_between = 'a' - 'b';
    float swizzled = 1.0.xxx.y;
    bool yes = 3 > 2;
    return f((int)1) + f(1u) + f(1.0) + f(b) + a + third + d.x;
}
