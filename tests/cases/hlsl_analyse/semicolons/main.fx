// What ends too late is told where it should have ended.
float Half(float x)
{
    x *= 0.5
    return x;
}
float4 main(float4 v : A) : SV_Target
{
    float4 w = v.wzyx
    w += Half(v.x)
    if (w.x > 0) return w;
    return Half(v.x w.x);
}
