// entries: compute Main
// version: 2021
// What only other compilers have, each named once: what is declared with it says nothing more.
using Small = vk::SpirvType<21, 8, 8, vk::Literal<vk::integral_constant<uint, 8> >, vk::Literal<vk::integral_constant<bool, false> > >;
using Byte [[vk::ext_capability(39)]] = uint;
typedef Unknown Alias, Other;
template<typename A, typename B> static const bool g_IsSame = false;
template<typename A> static const bool g_IsSame<A, A> = true;
template<typename T> struct Holder { static const T first[2]; };
template<typename T> const static T Holder<T>::first[2] = { 1, 2 };
RWStructuredBuffer<uint> g_Out : register(u0);
Small g_Small;
Byte g_Byte;
Alias g_Alias;

[numthreads(1, 1, 1)]
void Main(uint id : SV_DispatchThreadID)
{
    float Twice(float x);
    Small small = g_Small;
    Other other = g_Alias;
    vk::ext_execution_mode(5302);
    switch (id) {
        case 0:
            if (id > 2) {
                case 1:
                g_Out[0] = Twice(id);
            }
            break;
    }
    g_Out[id] = g_IsSame ? g_Byte : 1;

}
float Twice(float x) { return x * 2; }
