// The particle record: written by the simulation, read by the vertex shader that expands it.
#ifndef PARTICLE_TYPES_FXH
#define PARTICLE_TYPES_FXH

struct Particle
{
    float3 position;
    // Seconds since birth; negative while the slot is free.
    float age;
    float3 velocity;
    float lifetime;
    float4 color;
    float size;
    float rotation;
    float spin;
    uint seed;
};

bool IsAlive(Particle particle)
{
    return particle.age >= 0.0 && particle.age < particle.lifetime;
}

float LifeFraction(Particle particle)
{
    return saturate(particle.age / max(particle.lifetime, 1e-3));
}

#endif
