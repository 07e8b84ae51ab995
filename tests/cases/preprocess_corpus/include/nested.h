#include "sub/inner.h"
nested __INCLUDE_LEVEL__
