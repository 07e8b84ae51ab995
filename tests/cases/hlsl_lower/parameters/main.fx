float4 g_Input;
static float s_Total = 1;
static const float c_Table[4] = { 0.1, 0.2, 0.3, 0.4 };
void split(float4 value, out float2 low, out float high, inout int count)
{
    low = value.xy;
    high = value.z;
    count += 2;
    s_Total += high;
}
float counted()
{
    static uint calls = 3;
    calls++;
    return calls;
}
float4 main(int index : INDEX) : SV_Target
{
    float2 both[2];
    float count = 1.5;
    float4 swizzled = 0;
    split(g_Input, both[index & 1], swizzled.w, count);
    split(g_Input.wzyx, swizzled.zx, s_Total, count);
    return float4(both[index & 1], count, counted()) + swizzled * c_Table[index] * s_Total + counted();
}
