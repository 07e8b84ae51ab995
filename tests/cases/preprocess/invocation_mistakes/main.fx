#include "macros.fxh"
ONE() ONE(1, 2) TWO(1) TWO(1, 2, 3) NONE(1) AT_LEAST()
WRAP(1)
PASTE(+, /)
ONE(
#include "macros.fxh"
1)
after TWO(1,
  2
float4 rest;
