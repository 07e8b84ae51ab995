#include "outer.fxh"
OUTER(1)
