// Numbers that no type, or not their own, can hold. dxc warns of each, and goes on with infinity or 0.
float4 main() : SV_Target
{
    float a = 1e39f;
    float b = 1e-60f;
    float c = 1e-99999;
    float d = 0.0f + 0e-5f + 3.4e38f + 1.#INF;
    double e = 1e39;
    float f = 1e99999;
    float g = -1e310L;
    return a + b + c + d + f + g;
}
