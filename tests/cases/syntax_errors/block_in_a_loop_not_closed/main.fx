bool g_bA;
float4 PS(float4 p : SV_Position) : SV_Target
{
    float sum = 0;
    for (int i = 0; i < 4; i++) {
        if (g_bA) {
            sum += p.x;
        sum += 1;
    }
    return sum;
}
float4 VS(float3 p : POSITION) : SV_Position
{
    return float4(p, 1);
}
