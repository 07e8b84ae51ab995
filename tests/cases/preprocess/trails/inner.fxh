#define PAIR(a, b) a b
#define INNER(x) PAIR(x)
#error in the header
