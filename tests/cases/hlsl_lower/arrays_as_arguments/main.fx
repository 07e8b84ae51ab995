// stage: compute
// compared: reference.hlsl
// Arrays go in and out of functions, also groupshared ones.
struct Held { float values[3]; };
groupshared float g_Shared[16];
groupshared Held g_Held[4];
RWStructuredBuffer<float> g_Out : register(u0);
float Sum(float values[16]) { float sum = 0; for (int i = 0; i < 16; ++i) sum += values[i]; return sum; }
void Fill(inout float values[16], uint at) { values[at] += at + 1; }
void Make(out float values[2][2]) { values[0][0] = 1; values[0][1] = 2; values[1][0] = 3; values[1][1] = 4; }
void Take(inout Held held, out float values[3]) { values = held.values; held.values[1] = 5; }
float Read(float values[16], uint at) { return values[at]; }
[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float values[16] = (float[16])0;
    Fill(values, id.x & 15);
    float square[2][2];
    Make(square);
    for (uint i = 0; i < 16; ++i)
        g_Shared[i] = i;
    Fill(g_Shared, 3);
    g_Held[1] = (Held)2;
    float taken[3];
    Take(g_Held[1], taken);
    g_Out[id.x * 2] = Sum(values) + square[1][0] * 100 + Read(g_Shared, 3) * 1000;
    g_Out[id.x * 2 + 1] = taken[1] + g_Held[1].values[1] * 10;
}
