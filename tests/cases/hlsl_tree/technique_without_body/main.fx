float4 g_x;
fxgroup <
