#include "a.fx"
