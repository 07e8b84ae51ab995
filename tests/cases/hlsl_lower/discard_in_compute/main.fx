// stage: compute
// Only a pixel shader has a fragment to end.
RWBuffer<float> g_Out;
void Ended(float value) { if (value > 3) discard; }
[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    clip(float(id.x) - 2);
    Ended(id.y);
    g_Out[0] = 1;
}
