bool g_bA;
float4 main(float x : X, float y : Y) : SV_Target0
{
    float r = 0;
    if (x < 1) r = 1; else if (x < 2) r = 2; else if (g_bA) r = 3;
    if (x < 1) r += 1; else if (x < 2) { r += 2; } else while (g_bA) r += 9;
    if (x < 1) { r += 1; } else { if (x < 2) r += 2; else if (g_bA) r += 3; }
    if (x < 1) r += 1; else for (int i = 0; i < 2; ++i) if (y < 1) r += 4; else if (g_bA) r += 5;
    if (x < 1) r += 1; else if (g_bA) r += 6;
    if (x < 1) if (y < 1) r += 1; else if (g_bA) r += 7; else; else r += 8;
    return r;
}
