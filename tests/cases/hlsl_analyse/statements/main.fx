// Every statement.
float4 main(float4 v : A, int n : B) : SV_Target
{
    static int s_Calls = 0;
    const int kLast = 3;
    float sum = 0;
    [unroll] for (int i = 0; i <= kLast; i++)
        sum += v[i];
    [unroll(4)] for (int j = 0, k = 1; j < 4; j++, k *= 2) { if (j == 2) continue; sum += k; }
    [loop] while (sum > 10)
    {
        sum *= 0.5;
        if (sum < 1) break;
    }
    do { sum++; } while (sum < n);
    for (;;) { if (sum-- < 0) break; }
    [branch] if (v.x > 0)
        sum += 1;
    else if (v.y > 0)
        discard;
    else
        sum -= 1, sum *= 2;
    [flatten] switch (n & 3)
    {
    case 0:
    case 1: { sum = 1; break; }
    case 2: sum = 2;
    case 3: return sum;
    default: break;
    }
    clip(v.w - 0.5);
    s_Calls += 1;
    if (bool late = sum > 3) sum = late;
    return sum + s_Calls;
}
