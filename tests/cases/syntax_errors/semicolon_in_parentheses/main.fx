float4 main(float a : A) : SV_Target
{
    float x = (a; );
    x = ((a ; ^ 4));
    if (x; ) x++;
    return (1 * (x) * (a;
    return x));
}
