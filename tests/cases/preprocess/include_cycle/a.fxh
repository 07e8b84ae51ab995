#include "b.fxh"
a
