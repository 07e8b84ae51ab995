#pragma pack_matrix(row_major)
#define row col
before
#pragma row "string" row
  # pragma   spaced    out
after _Pragma("one two") between _Pragma ( "with \"quotes\" \\n" ) end
#define P(x) start _Pragma(#x) stop
P(unroll 4) P(warning(disable: 3206))
#define Q _Pragma("in object")
Q Q
x
