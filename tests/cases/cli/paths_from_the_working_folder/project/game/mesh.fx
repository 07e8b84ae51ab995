#include "light.fxh"
float4 main(float4 p : SV_Position) : SV_Target { return light(p) + colour; }
