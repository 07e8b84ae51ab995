#include <vector>
#include "missing.bsl"
#include "once.hh"
#include "loop.bsl"
float a() { return 1.0f; }
#include "late.bsl"
#if 1 +
#endif
#ifdef NEVER
#include "ignored.bsl"
#endif
float b() { return late(); } /* never closed
