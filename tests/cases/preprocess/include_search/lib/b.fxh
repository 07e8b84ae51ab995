#include "c.fxh"
lib b
