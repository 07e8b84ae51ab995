#define ID(x) [x]
ID(
#define INSIDE 1
INSIDE
#if INSIDE
yes
#else
no
#endif
#pragma inside
#undef INSIDE
)
INSIDE
