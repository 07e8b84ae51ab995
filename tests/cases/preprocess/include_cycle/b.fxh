#include "a.fxh"
b
