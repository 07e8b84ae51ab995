#include "inner.fxh"
#define OUTER(x) INNER(x) done
