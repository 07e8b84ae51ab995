// stage: pixel
FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> g_Input;
float4 main(float4 v : A, triangle float4 t[3] : B) : SV_Target
{
    printf("x");
    return v;
}
