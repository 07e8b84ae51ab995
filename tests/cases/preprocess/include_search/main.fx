#include "a.fxh"
#include <a.fxh>
#include "lib\b.fxh"
#define WHICH(x) <x.fxh>
#include WHICH(only)
#include "../outside.fxh"
#include "colour.fxh"
#include <nowhere>
#include <>
#include
#include "only.fxh" extra
#include 5
#if __has_include("a.fxh") && !__has_include(<absent.fxh>) && __has_include(<only.fxh>)
found
#endif
#if __has_include
#endif
