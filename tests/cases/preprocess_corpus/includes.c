#define VALUE 1
#include "include/plain.h"
#undef VALUE
#define VALUE 2
#include <plain.h>
#include <guarded.h>
#include "guarded.h"
#include <once.h>
#include <once.h>
#include "nested.h"
#define HEADER "plain.h"
#define ANGLE <plain.h>
#define NAME plain
#define WRAP(x) <x.h>
#include HEADER
#include ANGLE
#include WRAP(NAME)
__INCLUDE_LEVEL__ __LINE__ __FILE__
#define f(x) [x]
f
#include "plain.h"
(1)
