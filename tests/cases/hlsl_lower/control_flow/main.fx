int g_Mode;
float4 main(float4 at : SV_Position, float value : VALUE) : SV_Target
{
    float sum = 0;
    for (int i = 0; i < 8; i++)
    {
        if (i == g_Mode)
            continue;
        if (sum > 100)
            break;
        int j = 0;
        do
        {
            if (j == 2)
                continue;
            sum += j;
        } while (++j < i);
    }
    switch (g_Mode)
    {
    case 0:
    case 1:
        sum += 1;
        break;
    case 2:
        discard;
    default:
        return sum / at.w;
    }
    while (true)
    {
        sum *= 2;
        if (sum > value)
            break;
    }
    clip(float2(sum, value - 1));
    return sum;
}
