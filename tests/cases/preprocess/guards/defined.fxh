#if !defined(DEFINED_GUARD)
#define DEFINED_GUARD
defined_guard
#endif
