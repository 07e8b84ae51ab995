// 64-bit numbers are not interpolated, and more than two of them take two locations.
float main(double a : A, double3 b : B, float c : C) : SV_Target
{
    return (float)(a + b.z) + c;
}
