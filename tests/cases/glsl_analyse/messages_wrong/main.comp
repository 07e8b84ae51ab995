#version 450
#extension GL_EXT_debug_printf : require
layout(local_size_x = 4) in;

void main()
{
    debugPrintfEXT(); // uberc: glslang checks no argument
    debugPrintfEXT(1.0, "x"); // uberc: the same
    debugPrintfEXT("%f", mat2(1.0)); // uberc: the same
    debugPrintfEXT("%f and %d", 1.0);
    debugPrintfEXT("100 %%", 1.0);
    debugPrintfEXT("a" "b");
}
