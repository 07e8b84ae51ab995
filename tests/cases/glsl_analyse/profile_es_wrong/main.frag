#version 310 es
#ifdef GL_ES
precision highp float;
#endif
#ifdef GL_core_profile
#error this is no profile of ES
#endif
#if GL_ES == 1 && defined(SHADOWS) && SHADOWS > 1
#endif
#if SHADOWS > 1
#endif
layout(location = 0) out vec4 result;

void main()
{
    result = vec4(1.0);
}
