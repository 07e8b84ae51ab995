// stage: compute
// WGSL has numbers of 16 bits for them, and no double.
[[vk::constant_id(65536)]] const int COUNT = 3;
[[vk::constant_id(1)]] const double WIDE = 0.5;
RWByteAddressBuffer g_Words;

[numthreads(1, 1, 1)]
void main()
{
    g_Words.Store(0, COUNT);
    g_Words.Store(4, asuint((float)WIDE));
}
