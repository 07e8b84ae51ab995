namespace scene {
struct [[host_shared]] Light {
    packed_float3 position;
    float radius;
    uint kind : 4;
    uint flags : 28;
    float falloff;
    float2 extent;
};
}
