#define kBIT (1 << kSHIFT)
#define kSHIFT 3  // trailing
#define SUM(a, b) ((a) + (b))
#define TOTAL SUM(kBIT, 1)
#define OPEN SUM(1,
#define SELF SELF + 1
#define GONE 1
#undef GONE
#define EMPTY
#define TIME __TIME__
#include "more.fxh"
