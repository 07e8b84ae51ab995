// fxc expands what stands beside `##` before it joins.
#define LAYER 3
#define SEMANTIC(n) TEXCOORD##n
#define NAME test
#define JOIN(a, b) a##b
#define EMPTY
#define TEXT(a) #a
#define TEXTURE(name) Texture2D name; SamplerState name##_ss
float2 uv : SEMANTIC(LAYER);
TEXTURE(NAME);
JOIN( NAME , LAYER ) JOIN(EMPTY, LAYER) JOIN(NAME, EMPTY) TEXT(LAYER)
JOIN(JOIN(a, LAYER), b)
