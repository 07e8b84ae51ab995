// version: 2021
template<typename T> struct Loop { Loop<T> inner; };
float4 main(float4 v : A) : SV_Target
{
    Loop<float> a;
    return v;
}
