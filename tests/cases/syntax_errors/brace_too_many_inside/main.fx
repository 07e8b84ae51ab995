bool g_bA;
float4 PS(float4 p : SV_Position) : SV_Target
{
    if (g_bA) {
        p.x = 1;
    }
    }
    return p;
}
float4 VS(float3 p : POSITION) : SV_Position { return float4(p, 1); }
