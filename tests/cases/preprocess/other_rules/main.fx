// A language decides about these rules; HLSL has the opposite of each.
#version 450 core
#extension GL_EXT_one : require
#extension GL_EXT_two : enable // kept
version __VERSION__ line __LINE__ file __FILE__
#extension GL_EXT_late : disable
#line 90 3
line __LINE__ file __FILE__
#line 12 "name"
line __LINE__ file __FILE__
#define JOIN(a, b) a##b
#define TEXT(a) #a
#define ASK defined(HERE)
#if ASK
#endif
#if UNKNOWN
#endif
#if defined(UNKNOWN) && UNKNOWN
#endif
#if true
#endif
__COUNTER__ __BASE_FILE__ __DATE__
#version 460
#version core
#extension GL_EXT_three enable
#extension GL_EXT_four : maybe
#extenson GL_EXT_five : enable
#line 12 0x
