// stage: compute
// An `override` of WGSL each; Metal's, Direct3D's and OpenGL's texts have none.
[[vk::constant_id(3)]] const bool MIRRORED = true;
[[vk::constant_id(0)]] const int COUNT = -3;
[[vk::constant_id(65535)]] const uint MASK = 0xFFFFFFFFu;
[[vk::constant_id(7)]] const float SCALE = 2.5;
[[vk::constant_id(8)]] const float UNUSED = 1.0;
static const int TWICE = COUNT * 2;
RWByteAddressBuffer g_Words;

float scaled(float x) { return x * SCALE; }

[numthreads(1, 1, 1)]
void main()
{
    float sum = scaled(2) + TWICE;
    for (int i = COUNT; i < 0; i++)
        sum += scaled(i);
    g_Words.Store(0, asuint(MIRRORED ? -sum : sum) & MASK);
}
