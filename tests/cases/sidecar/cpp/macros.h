#define kBIT 4
#define NAME MeshVS   
#define EMPTY
#define SQUARE(x) x * x
