// Directives that another language has are unknown in HLSL, also to suggestions.
#version 450
#extension GL_EXT_one : enable
#versio 450
__VERSION__
