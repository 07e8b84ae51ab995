#ifndef GUARD
#define GUARD
guard
#endif
