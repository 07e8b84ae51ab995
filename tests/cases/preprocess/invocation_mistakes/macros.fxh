#ifndef MACROS
#define MACROS
#define ONE(a) <a>
#define TWO(a, b) <a b>
#define NONE() <>
#define AT_LEAST(a, b, ...) <a b __VA_ARGS__>
#define WRAP(a) TWO(a) end
#define PASTE(a, b) a ## b
#endif
