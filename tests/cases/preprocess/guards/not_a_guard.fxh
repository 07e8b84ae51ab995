#ifndef NOT
#define NOT
first
#else
second
#endif
