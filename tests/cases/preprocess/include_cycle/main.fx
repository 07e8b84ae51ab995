#include "a.fxh"
still_here
