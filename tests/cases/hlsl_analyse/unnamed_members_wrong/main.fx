struct Part
{
    float first;
    struct { float second; float first; };
    struct { float third; };
    float third;
};
float4 main(Part part : PART) : SV_Target
{
    return part.fourth;
}
