// The stage is asked for in an include, so that each stage has a text of its own.
#include "stage.fxh"

#if __HLSL_VERSION >= 2021
#define LANGUAGE 2021
#else
#define LANGUAGE 2018
#endif

#ifdef __spirv__
#define API 1
#elif defined(__hlsl_dx_compiler)
#define API 2
#else
#define API 3
#endif

struct Varyings { float4 position : SV_Position; float2 uv : TEXCOORD0; };

#if IS_VERTEX
Varyings main(uint id : SV_VertexID)
{
    Varyings result;
    result.position = float4(id, LANGUAGE, API, 1);
    result.uv = float2(id, MODEL);
    return result;
}
#else
float4 main(Varyings input) : SV_Target
{
    return float4(input.uv, API, MODEL);
}
#endif
