// version: 2021
// A structure in another names that one, in heads and bodies of its methods.
struct Ray;
struct Ray
{
    float3 from;
    struct Hit
    {
        float distance;
        struct Surface { float3 normal; Ray Leave(); Hit Behind(Ray ray) { Hit hit; hit.distance = ray.hit.distance; return hit; } };
        Surface surface;
        static Ray Make(float distance) { Ray made = (Ray)0; made.hit.distance = distance; return made; }
        void Move(inout Ray ray) { ray.from += distance; }
        uint Size() { return sizeof(Ray); }
    };
    Hit hit;
    static const uint s_Count = 2;
    struct Counter { uint Count() { return s_Count; } };
    float3 Place();
    Hit Nearest();
};
float3 Ray::Place() { return from + hit.distance; }
Ray::Hit Ray::Nearest() { Hit nearest = hit; return nearest; }
Ray Ray::Hit::Surface::Leave() { Ray left = (Ray)0; left.hit.surface.normal = normal * s_Count; return left; }
typedef struct { float a; float Get() { return a; } } Unnamed;
template<typename T> struct Holder { struct Inner { T value; T Get() { return value; } }; Inner inner; };

float4 main() : SV_Target
{
    Ray ray = Ray::Hit::Make(3);
    ray.hit.Move(ray);
    Ray::Counter counter;
    Unnamed unnamed;
    unnamed.a = 1;
    Holder<float>::Inner inner;
    inner.value = 2;
    return ray.Place().xyzz + ray.hit.Size() + counter.Count() + ray.hit.surface.Leave().from.xxxx + unnamed.Get()
        + ray.Nearest().surface.Behind(ray).distance + inner.Get();
}
