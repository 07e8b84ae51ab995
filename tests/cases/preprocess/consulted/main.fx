#ifdef SKINNING
skinning
#if QUALITY
never_asked_without_skinning
#endif
#endif
#if defined(FOG) && defined(FOG_HEIGHT)
#endif
#define STEPS 4
STEPS
#undef SAMPLES
SAMPLES
#define LATER(x) #x TINT##_x
LATER(DEBUG)
#define UNUSED WIND
COLOUR
#if 0
SHADOW
#endif
