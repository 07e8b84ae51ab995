// stage: pixel
// Every path of these functions ends before their `return`.
float Never(float x) { discard; return x; }
float Sometimes(float x) { if (x > 0.25) { discard; } else { return x; } return 2; }
float4 main(float2 at : AT) : SV_Target
{
    if (at.x > 0.5)
        return Never(at.y) + Sometimes(at.x);
    discard;
    return 1;
}
