//! vertex main
//! pixel kernel
struct fn { float4 position : SV_Position; float2 var : TEXCOORD0; };
fn main(float3 let : POSITION) { fn o; o.position = float4(let, 1); o.var = let.xy; return o; }
float4 kernel(fn input) : SV_Target0 { return float4(input.var, 0, 1); }
