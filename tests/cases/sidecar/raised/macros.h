#define LIGHTS 8u
#define EMPTY
#define COUNT 4
