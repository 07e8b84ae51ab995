#define row column
#pragma pack_matrix(row_major)
#pragma row
a _Pragma("warning(disable : 3206)") b
#define BOTH _Pragma("one") mid _Pragma("two")
BOTH
