#pragma once
#define COUNT 4
#define TWICE(x) ((x) * 2.0f)

// The includer's macros are not seen here.
#ifdef ONLY_OURS
float from_header() { return 1.0f; }
#else
float from_header() { return TWICE(0.25f); }
#endif
