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

// A #line after the name it applies to: no line is below 0.
#define LINE_OF(x) x
LINE_OF(__LINE__
#line 1
)
