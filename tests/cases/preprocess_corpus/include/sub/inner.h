#include "beside.h"
inner __INCLUDE_LEVEL__ __LINE__
