// stage: pixel
float4 main(uint rate : SV_ShadingRate, float4 color : COLOR) : SV_Target
{
    return rate & 4 ? color : color * (rate >> 2);
}
