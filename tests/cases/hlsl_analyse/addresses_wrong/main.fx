// stage: compute
// version: 2021
struct Objects { Texture2D texture; };
struct A { float x; };
struct B { float y; };
struct Forward { vk::BufferPointer<Unknown> lost; };
cbuffer C { uint64_t address; uint align; vk::BufferPointer<A> a; vk::BufferPointer<B, 32> b; };
vk::BufferPointer<Texture2D> g_Texture;
vk::BufferPointer<Objects> g_Objects;
vk::BufferPointer g_None;
vk::BufferPointer<float, 12> g_Odd;
vk::BufferPointer<float16_t, 2> g_Half;
vk::BufferPointer<float, float> g_Types;

[numthreads(1, 1, 1)]
void main()
{
    vk::RawBufferLoad();
    vk::RawBufferLoad<float>(address, align);
    vk::RawBufferLoad<float>(address, 4, 4);
    vk::RawBufferLoad<Objects>(address);
    vk::RawBufferStore<float>(address);
    vk::RawBufferStore<A>(address, 1.0.xx);
    a.Put();
    a.Get(1);
    a.x = 2;
    b = vk::static_pointer_cast<B, 32>(a);
    vk::static_pointer_cast(a);
    vk::reinterpret_pointer_cast<A>(address);
    vk::reinterpret_pointer_cast<A>(a, b);
    float f = vk::DeviceScope + vk::NoScope;
}
