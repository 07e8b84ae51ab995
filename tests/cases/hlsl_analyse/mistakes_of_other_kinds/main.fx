struct { float hidden; };
SamplerState g_Linear;
float g_Scale;
float Nothing(float x) { x = x + 1; }
float Sometimes(float x) { if (x > 0) return 1; }
struct Light
{
    float range;
    float Range() { return range; }
    static float Member() { return range; }
    static float Object() { return this.range; }
};
Nothing g_wrong;
void g_void;
float4 main(float4 v : A, float2 w : 3) : SV_Target
{
    float a = 1.2.3;
    float b = g_Scale[0];
    float c = g_Linear[0];
    float d = Light::Range();
    v e;
    [fancy] if (a > 0) b = 1;
    return v;
}
