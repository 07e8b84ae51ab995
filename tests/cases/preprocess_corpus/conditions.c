#define ONE 1
#define ZERO 0
#define ADD(a,b) ((a)+(b))
#define HAS defined(ONE)
#if ONE
a1
#elif UNDEFINED_FUNCTION(3
a2
#else
a3
#endif
#if ZERO
b1
#elif ADD(ONE, -1)
b2
#elif HAS
b3
#elif 1/0
b4
#endif
#ifdef ONE
# ifndef ONE
c1
#  if garbage ( ( "
#  elif
#  else
#  endif
# else
c2
# endif
#else
c3
#if
#endif
#endif
#if 1 ? 2 : (1/0)
d1
#endif
#if 0 && (1/0) || 1 || 5 % 0
d2
#endif
#if -1 > 0u
d3
#endif
#if -1 < 0 && (-1 >> 63) == -1 && (0xFFFFFFFFFFFFFFFF >> 63) == 1
d4
#endif
#if 'a' == 97 && '\x41' == 65 && '\101' == 'A' && '\0' == 0
d5
#endif
#if 0x7FFFFFFFFFFFFFFF + 1 < 0
d6
#endif
#if (2 || 1/0) == 1 && !3 == 0 && ~0 == -1 && - - 2 == 2
d7
#endif
#if 1 + 2 * 3 - 4 / 2 % 3 << 1 == 10 && (7 & 3 | 8 ^ 1) == 11
d8
#endif
#if defined ONE && defined(ZERO) && !defined TWO && !defined(TWO)
d9
#endif
#if 1 == 1 ? 0 ? 10 : 20 : 30 == 20
d10
#endif
#if 0
skipped don't care "open
#define ONE 2
#error not active
#include "not there"
#unknown
#endif
ONE
#if 0
#else
e1
#endif
#if (1 ? -1 : 0u) > 0
e2
#endif
#ifdef __has_include
# if __has_include("plain.h") && __has_include(<plain.h>) && !__has_include("absent.h")
e3
# endif
#endif
