#define kZ 1
#define kA 2
#define kM 3
