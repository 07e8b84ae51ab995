bool a;
float4 main() : SV_Target
{
    if (a) return nothing;
    return 1.0;
}
