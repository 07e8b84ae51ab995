// Every signature of the built-in functions that any stage may call.
float call1(float a0) { return abs(a0); }
float2 call2(float2 a0) { return abs(a0); }
float3 call3(float3 a0) { return abs(a0); }
float4 call4(float4 a0) { return abs(a0); }
int call5(int a0) { return abs(a0); }
int2 call6(int2 a0) { return abs(a0); }
int3 call7(int3 a0) { return abs(a0); }
int4 call8(int4 a0) { return abs(a0); }
float call9(float a0) { return acos(a0); }
float2 call10(float2 a0) { return acos(a0); }
float3 call11(float3 a0) { return acos(a0); }
float4 call12(float4 a0) { return acos(a0); }
float call13(float a0) { return acosh(a0); }
float2 call14(float2 a0) { return acosh(a0); }
float3 call15(float3 a0) { return acosh(a0); }
float4 call16(float4 a0) { return acosh(a0); }
bool call17(bool2 a0) { return all(a0); }
bool call18(bool3 a0) { return all(a0); }
bool call19(bool4 a0) { return all(a0); }
bool call20(bool2 a0) { return any(a0); }
bool call21(bool3 a0) { return any(a0); }
bool call22(bool4 a0) { return any(a0); }
float call23(float a0) { return asin(a0); }
float2 call24(float2 a0) { return asin(a0); }
float3 call25(float3 a0) { return asin(a0); }
float4 call26(float4 a0) { return asin(a0); }
float call27(float a0) { return asinh(a0); }
float2 call28(float2 a0) { return asinh(a0); }
float3 call29(float3 a0) { return asinh(a0); }
float4 call30(float4 a0) { return asinh(a0); }
float call31(float a0) { return atan(a0); }
float2 call32(float2 a0) { return atan(a0); }
float3 call33(float3 a0) { return atan(a0); }
float4 call34(float4 a0) { return atan(a0); }
float call35(float a0, float a1) { return atan(a0, a1); }
float2 call36(float2 a0, float2 a1) { return atan(a0, a1); }
float3 call37(float3 a0, float3 a1) { return atan(a0, a1); }
float4 call38(float4 a0, float4 a1) { return atan(a0, a1); }
float call39(float a0) { return atanh(a0); }
float2 call40(float2 a0) { return atanh(a0); }
float3 call41(float3 a0) { return atanh(a0); }
float4 call42(float4 a0) { return atanh(a0); }
int call60(int a0) { return bitCount(a0); }
int2 call61(int2 a0) { return bitCount(a0); }
int3 call62(int3 a0) { return bitCount(a0); }
int4 call63(int4 a0) { return bitCount(a0); }
int call64(uint a0) { return bitCount(a0); }
int2 call65(uint2 a0) { return bitCount(a0); }
int3 call66(uint3 a0) { return bitCount(a0); }
int4 call67(uint4 a0) { return bitCount(a0); }
int call68(int a0, int a1, int a2) { return bitfieldExtract(a0, a1, a2); }
int2 call69(int2 a0, int a1, int a2) { return bitfieldExtract(a0, a1, a2); }
int3 call70(int3 a0, int a1, int a2) { return bitfieldExtract(a0, a1, a2); }
int4 call71(int4 a0, int a1, int a2) { return bitfieldExtract(a0, a1, a2); }
uint call72(uint a0, int a1, int a2) { return bitfieldExtract(a0, a1, a2); }
uint2 call73(uint2 a0, int a1, int a2) { return bitfieldExtract(a0, a1, a2); }
uint3 call74(uint3 a0, int a1, int a2) { return bitfieldExtract(a0, a1, a2); }
uint4 call75(uint4 a0, int a1, int a2) { return bitfieldExtract(a0, a1, a2); }
int call76(int a0, int a1, int a2, int a3) { return bitfieldInsert(a0, a1, a2, a3); }
int2 call77(int2 a0, int2 a1, int a2, int a3) { return bitfieldInsert(a0, a1, a2, a3); }
int3 call78(int3 a0, int3 a1, int a2, int a3) { return bitfieldInsert(a0, a1, a2, a3); }
int4 call79(int4 a0, int4 a1, int a2, int a3) { return bitfieldInsert(a0, a1, a2, a3); }
uint call80(uint a0, uint a1, int a2, int a3) { return bitfieldInsert(a0, a1, a2, a3); }
uint2 call81(uint2 a0, uint2 a1, int a2, int a3) { return bitfieldInsert(a0, a1, a2, a3); }
uint3 call82(uint3 a0, uint3 a1, int a2, int a3) { return bitfieldInsert(a0, a1, a2, a3); }
uint4 call83(uint4 a0, uint4 a1, int a2, int a3) { return bitfieldInsert(a0, a1, a2, a3); }
int call84(int a0) { return bitfieldReverse(a0); }
int2 call85(int2 a0) { return bitfieldReverse(a0); }
int3 call86(int3 a0) { return bitfieldReverse(a0); }
int4 call87(int4 a0) { return bitfieldReverse(a0); }
uint call88(uint a0) { return bitfieldReverse(a0); }
uint2 call89(uint2 a0) { return bitfieldReverse(a0); }
uint3 call90(uint3 a0) { return bitfieldReverse(a0); }
uint4 call91(uint4 a0) { return bitfieldReverse(a0); }
float call92(float a0) { return ceil(a0); }
float2 call93(float2 a0) { return ceil(a0); }
float3 call94(float3 a0) { return ceil(a0); }
float4 call95(float4 a0) { return ceil(a0); }
float call96(float a0, float a1, float a2) { return clamp(a0, a1, a2); }
float2 call97(float2 a0, float2 a1, float2 a2) { return clamp(a0, a1, a2); }
float3 call98(float3 a0, float3 a1, float3 a2) { return clamp(a0, a1, a2); }
float4 call99(float4 a0, float4 a1, float4 a2) { return clamp(a0, a1, a2); }
float call100(float a0, float a1, float a2) { return clamp(a0, a1, a2); }
float2 call101(float2 a0, float a1, float a2) { return clamp(a0, a1, a2); }
float3 call102(float3 a0, float a1, float a2) { return clamp(a0, a1, a2); }
float4 call103(float4 a0, float a1, float a2) { return clamp(a0, a1, a2); }
int call104(int a0, int a1, int a2) { return clamp(a0, a1, a2); }
int2 call105(int2 a0, int2 a1, int2 a2) { return clamp(a0, a1, a2); }
int3 call106(int3 a0, int3 a1, int3 a2) { return clamp(a0, a1, a2); }
int4 call107(int4 a0, int4 a1, int4 a2) { return clamp(a0, a1, a2); }
int call108(int a0, int a1, int a2) { return clamp(a0, a1, a2); }
int2 call109(int2 a0, int a1, int a2) { return clamp(a0, a1, a2); }
int3 call110(int3 a0, int a1, int a2) { return clamp(a0, a1, a2); }
int4 call111(int4 a0, int a1, int a2) { return clamp(a0, a1, a2); }
uint call112(uint a0, uint a1, uint a2) { return clamp(a0, a1, a2); }
uint2 call113(uint2 a0, uint2 a1, uint2 a2) { return clamp(a0, a1, a2); }
uint3 call114(uint3 a0, uint3 a1, uint3 a2) { return clamp(a0, a1, a2); }
uint4 call115(uint4 a0, uint4 a1, uint4 a2) { return clamp(a0, a1, a2); }
uint call116(uint a0, uint a1, uint a2) { return clamp(a0, a1, a2); }
uint2 call117(uint2 a0, uint a1, uint a2) { return clamp(a0, a1, a2); }
uint3 call118(uint3 a0, uint a1, uint a2) { return clamp(a0, a1, a2); }
uint4 call119(uint4 a0, uint a1, uint a2) { return clamp(a0, a1, a2); }
float call120(float a0) { return cos(a0); }
float2 call121(float2 a0) { return cos(a0); }
float3 call122(float3 a0) { return cos(a0); }
float4 call123(float4 a0) { return cos(a0); }
float call124(float a0) { return cosh(a0); }
float2 call125(float2 a0) { return cosh(a0); }
float3 call126(float3 a0) { return cosh(a0); }
float4 call127(float4 a0) { return cosh(a0); }
float3 call128(float3 a0, float3 a1) { return cross(a0, a1); }
float call129(float a0) { return dFdx(a0); }
float2 call130(float2 a0) { return dFdx(a0); }
float3 call131(float3 a0) { return dFdx(a0); }
float4 call132(float4 a0) { return dFdx(a0); }
float call133(float a0) { return dFdxCoarse(a0); }
float2 call134(float2 a0) { return dFdxCoarse(a0); }
float3 call135(float3 a0) { return dFdxCoarse(a0); }
float4 call136(float4 a0) { return dFdxCoarse(a0); }
float call137(float a0) { return dFdxFine(a0); }
float2 call138(float2 a0) { return dFdxFine(a0); }
float3 call139(float3 a0) { return dFdxFine(a0); }
float4 call140(float4 a0) { return dFdxFine(a0); }
float call141(float a0) { return dFdy(a0); }
float2 call142(float2 a0) { return dFdy(a0); }
float3 call143(float3 a0) { return dFdy(a0); }
float4 call144(float4 a0) { return dFdy(a0); }
float call145(float a0) { return dFdyCoarse(a0); }
float2 call146(float2 a0) { return dFdyCoarse(a0); }
float3 call147(float3 a0) { return dFdyCoarse(a0); }
float4 call148(float4 a0) { return dFdyCoarse(a0); }
float call149(float a0) { return dFdyFine(a0); }
float2 call150(float2 a0) { return dFdyFine(a0); }
float3 call151(float3 a0) { return dFdyFine(a0); }
float4 call152(float4 a0) { return dFdyFine(a0); }
float call153(float a0) { return degrees(a0); }
float2 call154(float2 a0) { return degrees(a0); }
float3 call155(float3 a0) { return degrees(a0); }
float4 call156(float4 a0) { return degrees(a0); }
float call157(float a0, float a1) { return distance(a0, a1); }
float call158(float2 a0, float2 a1) { return distance(a0, a1); }
float call159(float3 a0, float3 a1) { return distance(a0, a1); }
float call160(float4 a0, float4 a1) { return distance(a0, a1); }
float call161(float a0, float a1) { return dot(a0, a1); }
float call162(float2 a0, float2 a1) { return dot(a0, a1); }
float call163(float3 a0, float3 a1) { return dot(a0, a1); }
float call164(float4 a0, float4 a1) { return dot(a0, a1); }
bool2 call165(float2 a0, float2 a1) { return equal(a0, a1); }
bool3 call166(float3 a0, float3 a1) { return equal(a0, a1); }
bool4 call167(float4 a0, float4 a1) { return equal(a0, a1); }
bool2 call168(int2 a0, int2 a1) { return equal(a0, a1); }
bool3 call169(int3 a0, int3 a1) { return equal(a0, a1); }
bool4 call170(int4 a0, int4 a1) { return equal(a0, a1); }
bool2 call171(uint2 a0, uint2 a1) { return equal(a0, a1); }
bool3 call172(uint3 a0, uint3 a1) { return equal(a0, a1); }
bool4 call173(uint4 a0, uint4 a1) { return equal(a0, a1); }
bool2 call174(bool2 a0, bool2 a1) { return equal(a0, a1); }
bool3 call175(bool3 a0, bool3 a1) { return equal(a0, a1); }
bool4 call176(bool4 a0, bool4 a1) { return equal(a0, a1); }
float call177(float a0) { return exp(a0); }
float2 call178(float2 a0) { return exp(a0); }
float3 call179(float3 a0) { return exp(a0); }
float4 call180(float4 a0) { return exp(a0); }
float call181(float a0) { return exp2(a0); }
float2 call182(float2 a0) { return exp2(a0); }
float3 call183(float3 a0) { return exp2(a0); }
float4 call184(float4 a0) { return exp2(a0); }
float call185(float a0, float a1, float a2) { return faceforward(a0, a1, a2); }
float2 call186(float2 a0, float2 a1, float2 a2) { return faceforward(a0, a1, a2); }
float3 call187(float3 a0, float3 a1, float3 a2) { return faceforward(a0, a1, a2); }
float4 call188(float4 a0, float4 a1, float4 a2) { return faceforward(a0, a1, a2); }
int call189(int a0) { return findLSB(a0); }
int2 call190(int2 a0) { return findLSB(a0); }
int3 call191(int3 a0) { return findLSB(a0); }
int4 call192(int4 a0) { return findLSB(a0); }
int call193(uint a0) { return findLSB(a0); }
int2 call194(uint2 a0) { return findLSB(a0); }
int3 call195(uint3 a0) { return findLSB(a0); }
int4 call196(uint4 a0) { return findLSB(a0); }
int call197(int a0) { return findMSB(a0); }
int2 call198(int2 a0) { return findMSB(a0); }
int3 call199(int3 a0) { return findMSB(a0); }
int4 call200(int4 a0) { return findMSB(a0); }
int call201(uint a0) { return findMSB(a0); }
int2 call202(uint2 a0) { return findMSB(a0); }
int3 call203(uint3 a0) { return findMSB(a0); }
int4 call204(uint4 a0) { return findMSB(a0); }
int call205(float a0) { return floatBitsToInt(a0); }
int2 call206(float2 a0) { return floatBitsToInt(a0); }
int3 call207(float3 a0) { return floatBitsToInt(a0); }
int4 call208(float4 a0) { return floatBitsToInt(a0); }
uint call209(float a0) { return floatBitsToUint(a0); }
uint2 call210(float2 a0) { return floatBitsToUint(a0); }
uint3 call211(float3 a0) { return floatBitsToUint(a0); }
uint4 call212(float4 a0) { return floatBitsToUint(a0); }
float call213(float a0) { return floor(a0); }
float2 call214(float2 a0) { return floor(a0); }
float3 call215(float3 a0) { return floor(a0); }
float4 call216(float4 a0) { return floor(a0); }
float call217(float a0, float a1, float a2) { return fma(a0, a1, a2); }
float2 call218(float2 a0, float2 a1, float2 a2) { return fma(a0, a1, a2); }
float3 call219(float3 a0, float3 a1, float3 a2) { return fma(a0, a1, a2); }
float4 call220(float4 a0, float4 a1, float4 a2) { return fma(a0, a1, a2); }
float call221(float a0) { return fract(a0); }
float2 call222(float2 a0) { return fract(a0); }
float3 call223(float3 a0) { return fract(a0); }
float4 call224(float4 a0) { return fract(a0); }
float call225(float a0, int &a1) { return frexp(a0, a1); }
float2 call226(float2 a0, int2 &a1) { return frexp(a0, a1); }
float3 call227(float3 a0, int3 &a1) { return frexp(a0, a1); }
float4 call228(float4 a0, int4 &a1) { return frexp(a0, a1); }
float call229(float a0) { return fwidth(a0); }
float2 call230(float2 a0) { return fwidth(a0); }
float3 call231(float3 a0) { return fwidth(a0); }
float4 call232(float4 a0) { return fwidth(a0); }
float call233(float a0) { return fwidthCoarse(a0); }
float2 call234(float2 a0) { return fwidthCoarse(a0); }
float3 call235(float3 a0) { return fwidthCoarse(a0); }
float4 call236(float4 a0) { return fwidthCoarse(a0); }
float call237(float a0) { return fwidthFine(a0); }
float2 call238(float2 a0) { return fwidthFine(a0); }
float3 call239(float3 a0) { return fwidthFine(a0); }
float4 call240(float4 a0) { return fwidthFine(a0); }
bool2 call241(float2 a0, float2 a1) { return greaterThan(a0, a1); }
bool3 call242(float3 a0, float3 a1) { return greaterThan(a0, a1); }
bool4 call243(float4 a0, float4 a1) { return greaterThan(a0, a1); }
bool2 call244(int2 a0, int2 a1) { return greaterThan(a0, a1); }
bool3 call245(int3 a0, int3 a1) { return greaterThan(a0, a1); }
bool4 call246(int4 a0, int4 a1) { return greaterThan(a0, a1); }
bool2 call247(uint2 a0, uint2 a1) { return greaterThan(a0, a1); }
bool3 call248(uint3 a0, uint3 a1) { return greaterThan(a0, a1); }
bool4 call249(uint4 a0, uint4 a1) { return greaterThan(a0, a1); }
bool2 call250(float2 a0, float2 a1) { return greaterThanEqual(a0, a1); }
bool3 call251(float3 a0, float3 a1) { return greaterThanEqual(a0, a1); }
bool4 call252(float4 a0, float4 a1) { return greaterThanEqual(a0, a1); }
bool2 call253(int2 a0, int2 a1) { return greaterThanEqual(a0, a1); }
bool3 call254(int3 a0, int3 a1) { return greaterThanEqual(a0, a1); }
bool4 call255(int4 a0, int4 a1) { return greaterThanEqual(a0, a1); }
bool2 call256(uint2 a0, uint2 a1) { return greaterThanEqual(a0, a1); }
bool3 call257(uint3 a0, uint3 a1) { return greaterThanEqual(a0, a1); }
bool4 call258(uint4 a0, uint4 a1) { return greaterThanEqual(a0, a1); }
void call260(int a0, int a1, int &a2, int &a3) { imulExtended(a0, a1, a2, a3); }
void call261(int2 a0, int2 a1, int2 &a2, int2 &a3) { imulExtended(a0, a1, a2, a3); }
void call262(int3 a0, int3 a1, int3 &a2, int3 &a3) { imulExtended(a0, a1, a2, a3); }
void call263(int4 a0, int4 a1, int4 &a2, int4 &a3) { imulExtended(a0, a1, a2, a3); }
float call264(int a0) { return intBitsToFloat(a0); }
float2 call265(int2 a0) { return intBitsToFloat(a0); }
float3 call266(int3 a0) { return intBitsToFloat(a0); }
float4 call267(int4 a0) { return intBitsToFloat(a0); }
float call268(float a0) { return inversesqrt(a0); }
float2 call269(float2 a0) { return inversesqrt(a0); }
float3 call270(float3 a0) { return inversesqrt(a0); }
float4 call271(float4 a0) { return inversesqrt(a0); }
bool call272(float a0) { return isinf(a0); }
bool2 call273(float2 a0) { return isinf(a0); }
bool3 call274(float3 a0) { return isinf(a0); }
bool4 call275(float4 a0) { return isinf(a0); }
bool call276(float a0) { return isnan(a0); }
bool2 call277(float2 a0) { return isnan(a0); }
bool3 call278(float3 a0) { return isnan(a0); }
bool4 call279(float4 a0) { return isnan(a0); }
float call280(float a0, int a1) { return ldexp(a0, a1); }
float2 call281(float2 a0, int2 a1) { return ldexp(a0, a1); }
float3 call282(float3 a0, int3 a1) { return ldexp(a0, a1); }
float4 call283(float4 a0, int4 a1) { return ldexp(a0, a1); }
float call284(float a0) { return length(a0); }
float call285(float2 a0) { return length(a0); }
float call286(float3 a0) { return length(a0); }
float call287(float4 a0) { return length(a0); }
bool2 call288(float2 a0, float2 a1) { return lessThan(a0, a1); }
bool3 call289(float3 a0, float3 a1) { return lessThan(a0, a1); }
bool4 call290(float4 a0, float4 a1) { return lessThan(a0, a1); }
bool2 call291(int2 a0, int2 a1) { return lessThan(a0, a1); }
bool3 call292(int3 a0, int3 a1) { return lessThan(a0, a1); }
bool4 call293(int4 a0, int4 a1) { return lessThan(a0, a1); }
bool2 call294(uint2 a0, uint2 a1) { return lessThan(a0, a1); }
bool3 call295(uint3 a0, uint3 a1) { return lessThan(a0, a1); }
bool4 call296(uint4 a0, uint4 a1) { return lessThan(a0, a1); }
bool2 call297(float2 a0, float2 a1) { return lessThanEqual(a0, a1); }
bool3 call298(float3 a0, float3 a1) { return lessThanEqual(a0, a1); }
bool4 call299(float4 a0, float4 a1) { return lessThanEqual(a0, a1); }
bool2 call300(int2 a0, int2 a1) { return lessThanEqual(a0, a1); }
bool3 call301(int3 a0, int3 a1) { return lessThanEqual(a0, a1); }
bool4 call302(int4 a0, int4 a1) { return lessThanEqual(a0, a1); }
bool2 call303(uint2 a0, uint2 a1) { return lessThanEqual(a0, a1); }
bool3 call304(uint3 a0, uint3 a1) { return lessThanEqual(a0, a1); }
bool4 call305(uint4 a0, uint4 a1) { return lessThanEqual(a0, a1); }
float call306(float a0) { return log(a0); }
float2 call307(float2 a0) { return log(a0); }
float3 call308(float3 a0) { return log(a0); }
float4 call309(float4 a0) { return log(a0); }
float call310(float a0) { return log2(a0); }
float2 call311(float2 a0) { return log2(a0); }
float3 call312(float3 a0) { return log2(a0); }
float4 call313(float4 a0) { return log2(a0); }
float call314(float a0, float a1) { return max(a0, a1); }
float2 call315(float2 a0, float2 a1) { return max(a0, a1); }
float3 call316(float3 a0, float3 a1) { return max(a0, a1); }
float4 call317(float4 a0, float4 a1) { return max(a0, a1); }
float call318(float a0, float a1) { return max(a0, a1); }
float2 call319(float2 a0, float a1) { return max(a0, a1); }
float3 call320(float3 a0, float a1) { return max(a0, a1); }
float4 call321(float4 a0, float a1) { return max(a0, a1); }
int call322(int a0, int a1) { return max(a0, a1); }
int2 call323(int2 a0, int2 a1) { return max(a0, a1); }
int3 call324(int3 a0, int3 a1) { return max(a0, a1); }
int4 call325(int4 a0, int4 a1) { return max(a0, a1); }
int call326(int a0, int a1) { return max(a0, a1); }
int2 call327(int2 a0, int a1) { return max(a0, a1); }
int3 call328(int3 a0, int a1) { return max(a0, a1); }
int4 call329(int4 a0, int a1) { return max(a0, a1); }
uint call330(uint a0, uint a1) { return max(a0, a1); }
uint2 call331(uint2 a0, uint2 a1) { return max(a0, a1); }
uint3 call332(uint3 a0, uint3 a1) { return max(a0, a1); }
uint4 call333(uint4 a0, uint4 a1) { return max(a0, a1); }
uint call334(uint a0, uint a1) { return max(a0, a1); }
uint2 call335(uint2 a0, uint a1) { return max(a0, a1); }
uint3 call336(uint3 a0, uint a1) { return max(a0, a1); }
uint4 call337(uint4 a0, uint a1) { return max(a0, a1); }
float call342(float a0, float a1) { return min(a0, a1); }
float2 call343(float2 a0, float2 a1) { return min(a0, a1); }
float3 call344(float3 a0, float3 a1) { return min(a0, a1); }
float4 call345(float4 a0, float4 a1) { return min(a0, a1); }
float call346(float a0, float a1) { return min(a0, a1); }
float2 call347(float2 a0, float a1) { return min(a0, a1); }
float3 call348(float3 a0, float a1) { return min(a0, a1); }
float4 call349(float4 a0, float a1) { return min(a0, a1); }
int call350(int a0, int a1) { return min(a0, a1); }
int2 call351(int2 a0, int2 a1) { return min(a0, a1); }
int3 call352(int3 a0, int3 a1) { return min(a0, a1); }
int4 call353(int4 a0, int4 a1) { return min(a0, a1); }
int call354(int a0, int a1) { return min(a0, a1); }
int2 call355(int2 a0, int a1) { return min(a0, a1); }
int3 call356(int3 a0, int a1) { return min(a0, a1); }
int4 call357(int4 a0, int a1) { return min(a0, a1); }
uint call358(uint a0, uint a1) { return min(a0, a1); }
uint2 call359(uint2 a0, uint2 a1) { return min(a0, a1); }
uint3 call360(uint3 a0, uint3 a1) { return min(a0, a1); }
uint4 call361(uint4 a0, uint4 a1) { return min(a0, a1); }
uint call362(uint a0, uint a1) { return min(a0, a1); }
uint2 call363(uint2 a0, uint a1) { return min(a0, a1); }
uint3 call364(uint3 a0, uint a1) { return min(a0, a1); }
uint4 call365(uint4 a0, uint a1) { return min(a0, a1); }
float call366(float a0, float a1, float a2) { return mix(a0, a1, a2); }
float2 call367(float2 a0, float2 a1, float2 a2) { return mix(a0, a1, a2); }
float3 call368(float3 a0, float3 a1, float3 a2) { return mix(a0, a1, a2); }
float4 call369(float4 a0, float4 a1, float4 a2) { return mix(a0, a1, a2); }
float call370(float a0, float a1, float a2) { return mix(a0, a1, a2); }
float2 call371(float2 a0, float2 a1, float a2) { return mix(a0, a1, a2); }
float3 call372(float3 a0, float3 a1, float a2) { return mix(a0, a1, a2); }
float4 call373(float4 a0, float4 a1, float a2) { return mix(a0, a1, a2); }
float call374(float a0, float a1, bool a2) { return mix(a0, a1, a2); }
float2 call375(float2 a0, float2 a1, bool2 a2) { return mix(a0, a1, a2); }
float3 call376(float3 a0, float3 a1, bool3 a2) { return mix(a0, a1, a2); }
float4 call377(float4 a0, float4 a1, bool4 a2) { return mix(a0, a1, a2); }
int call378(int a0, int a1, bool a2) { return mix(a0, a1, a2); }
int2 call379(int2 a0, int2 a1, bool2 a2) { return mix(a0, a1, a2); }
int3 call380(int3 a0, int3 a1, bool3 a2) { return mix(a0, a1, a2); }
int4 call381(int4 a0, int4 a1, bool4 a2) { return mix(a0, a1, a2); }
uint call382(uint a0, uint a1, bool a2) { return mix(a0, a1, a2); }
uint2 call383(uint2 a0, uint2 a1, bool2 a2) { return mix(a0, a1, a2); }
uint3 call384(uint3 a0, uint3 a1, bool3 a2) { return mix(a0, a1, a2); }
uint4 call385(uint4 a0, uint4 a1, bool4 a2) { return mix(a0, a1, a2); }
float call386(float a0, float a1) { return mod(a0, a1); }
float2 call387(float2 a0, float2 a1) { return mod(a0, a1); }
float3 call388(float3 a0, float3 a1) { return mod(a0, a1); }
float4 call389(float4 a0, float4 a1) { return mod(a0, a1); }
float call390(float a0, float a1) { return mod(a0, a1); }
float2 call391(float2 a0, float a1) { return mod(a0, a1); }
float3 call392(float3 a0, float a1) { return mod(a0, a1); }
float4 call393(float4 a0, float a1) { return mod(a0, a1); }
float call394(float a0, float &a1) { return modf(a0, a1); }
float2 call395(float2 a0, float2 &a1) { return modf(a0, a1); }
float3 call396(float3 a0, float3 &a1) { return modf(a0, a1); }
float4 call397(float4 a0, float4 &a1) { return modf(a0, a1); }
float call398(float a0) { return normalize(a0); }
float2 call399(float2 a0) { return normalize(a0); }
float3 call400(float3 a0) { return normalize(a0); }
float4 call401(float4 a0) { return normalize(a0); }
bool2 call402(bool2 a0) { return not(a0); }
bool3 call403(bool3 a0) { return not(a0); }
bool4 call404(bool4 a0) { return not(a0); }
bool2 call405(float2 a0, float2 a1) { return notEqual(a0, a1); }
bool3 call406(float3 a0, float3 a1) { return notEqual(a0, a1); }
bool4 call407(float4 a0, float4 a1) { return notEqual(a0, a1); }
bool2 call408(int2 a0, int2 a1) { return notEqual(a0, a1); }
bool3 call409(int3 a0, int3 a1) { return notEqual(a0, a1); }
bool4 call410(int4 a0, int4 a1) { return notEqual(a0, a1); }
bool2 call411(uint2 a0, uint2 a1) { return notEqual(a0, a1); }
bool3 call412(uint3 a0, uint3 a1) { return notEqual(a0, a1); }
bool4 call413(uint4 a0, uint4 a1) { return notEqual(a0, a1); }
bool2 call414(bool2 a0, bool2 a1) { return notEqual(a0, a1); }
bool3 call415(bool3 a0, bool3 a1) { return notEqual(a0, a1); }
bool4 call416(bool4 a0, bool4 a1) { return notEqual(a0, a1); }
uint call417(float2 a0) { return packHalf2x16(a0); }
uint call418(float2 a0) { return packSnorm2x16(a0); }
uint call419(float4 a0) { return packSnorm4x8(a0); }
uint call420(float2 a0) { return packUnorm2x16(a0); }
uint call421(float4 a0) { return packUnorm4x8(a0); }
float call422(float a0, float a1) { return pow(a0, a1); }
float2 call423(float2 a0, float2 a1) { return pow(a0, a1); }
float3 call424(float3 a0, float3 a1) { return pow(a0, a1); }
float4 call425(float4 a0, float4 a1) { return pow(a0, a1); }
float call426(float a0) { return radians(a0); }
float2 call427(float2 a0) { return radians(a0); }
float3 call428(float3 a0) { return radians(a0); }
float4 call429(float4 a0) { return radians(a0); }
float call430(float a0, float a1) { return reflect(a0, a1); }
float2 call431(float2 a0, float2 a1) { return reflect(a0, a1); }
float3 call432(float3 a0, float3 a1) { return reflect(a0, a1); }
float4 call433(float4 a0, float4 a1) { return reflect(a0, a1); }
float call434(float a0, float a1, float a2) { return refract(a0, a1, a2); }
float2 call435(float2 a0, float2 a1, float a2) { return refract(a0, a1, a2); }
float3 call436(float3 a0, float3 a1, float a2) { return refract(a0, a1, a2); }
float4 call437(float4 a0, float4 a1, float a2) { return refract(a0, a1, a2); }
float call438(float a0) { return round(a0); }
float2 call439(float2 a0) { return round(a0); }
float3 call440(float3 a0) { return round(a0); }
float4 call441(float4 a0) { return round(a0); }
float call442(float a0) { return roundEven(a0); }
float2 call443(float2 a0) { return roundEven(a0); }
float3 call444(float3 a0) { return roundEven(a0); }
float4 call445(float4 a0) { return roundEven(a0); }
float call446(float a0) { return sign(a0); }
float2 call447(float2 a0) { return sign(a0); }
float3 call448(float3 a0) { return sign(a0); }
float4 call449(float4 a0) { return sign(a0); }
int call450(int a0) { return sign(a0); }
int2 call451(int2 a0) { return sign(a0); }
int3 call452(int3 a0) { return sign(a0); }
int4 call453(int4 a0) { return sign(a0); }
float call454(float a0) { return sin(a0); }
float2 call455(float2 a0) { return sin(a0); }
float3 call456(float3 a0) { return sin(a0); }
float4 call457(float4 a0) { return sin(a0); }
float call458(float a0) { return sinh(a0); }
float2 call459(float2 a0) { return sinh(a0); }
float3 call460(float3 a0) { return sinh(a0); }
float4 call461(float4 a0) { return sinh(a0); }
float call462(float a0, float a1, float a2) { return smoothstep(a0, a1, a2); }
float2 call463(float2 a0, float2 a1, float2 a2) { return smoothstep(a0, a1, a2); }
float3 call464(float3 a0, float3 a1, float3 a2) { return smoothstep(a0, a1, a2); }
float4 call465(float4 a0, float4 a1, float4 a2) { return smoothstep(a0, a1, a2); }
float call466(float a0, float a1, float a2) { return smoothstep(a0, a1, a2); }
float2 call467(float a0, float a1, float2 a2) { return smoothstep(a0, a1, a2); }
float3 call468(float a0, float a1, float3 a2) { return smoothstep(a0, a1, a2); }
float4 call469(float a0, float a1, float4 a2) { return smoothstep(a0, a1, a2); }
float call470(float a0) { return sqrt(a0); }
float2 call471(float2 a0) { return sqrt(a0); }
float3 call472(float3 a0) { return sqrt(a0); }
float4 call473(float4 a0) { return sqrt(a0); }
float call474(float a0, float a1) { return step(a0, a1); }
float2 call475(float2 a0, float2 a1) { return step(a0, a1); }
float3 call476(float3 a0, float3 a1) { return step(a0, a1); }
float4 call477(float4 a0, float4 a1) { return step(a0, a1); }
float call478(float a0, float a1) { return step(a0, a1); }
float2 call479(float a0, float2 a1) { return step(a0, a1); }
float3 call480(float a0, float3 a1) { return step(a0, a1); }
float4 call481(float a0, float4 a1) { return step(a0, a1); }
float call482(float a0) { return tan(a0); }
float2 call483(float2 a0) { return tan(a0); }
float3 call484(float3 a0) { return tan(a0); }
float4 call485(float4 a0) { return tan(a0); }
float call486(float a0) { return tanh(a0); }
float2 call487(float2 a0) { return tanh(a0); }
float3 call488(float3 a0) { return tanh(a0); }
float4 call489(float4 a0) { return tanh(a0); }
float call490(float a0) { return trunc(a0); }
float2 call491(float2 a0) { return trunc(a0); }
float3 call492(float3 a0) { return trunc(a0); }
float4 call493(float4 a0) { return trunc(a0); }
uint call494(uint a0, uint a1, uint &a2) { return uaddCarry(a0, a1, a2); }
uint2 call495(uint2 a0, uint2 a1, uint2 &a2) { return uaddCarry(a0, a1, a2); }
uint3 call496(uint3 a0, uint3 a1, uint3 &a2) { return uaddCarry(a0, a1, a2); }
uint4 call497(uint4 a0, uint4 a1, uint4 &a2) { return uaddCarry(a0, a1, a2); }
float call498(uint a0) { return uintBitsToFloat(a0); }
float2 call499(uint2 a0) { return uintBitsToFloat(a0); }
float3 call500(uint3 a0) { return uintBitsToFloat(a0); }
float4 call501(uint4 a0) { return uintBitsToFloat(a0); }
void call502(uint a0, uint a1, uint &a2, uint &a3) { umulExtended(a0, a1, a2, a3); }
void call503(uint2 a0, uint2 a1, uint2 &a2, uint2 &a3) { umulExtended(a0, a1, a2, a3); }
void call504(uint3 a0, uint3 a1, uint3 &a2, uint3 &a3) { umulExtended(a0, a1, a2, a3); }
void call505(uint4 a0, uint4 a1, uint4 &a2, uint4 &a3) { umulExtended(a0, a1, a2, a3); }
float2 call506(uint a0) { return unpackHalf2x16(a0); }
float2 call507(uint a0) { return unpackSnorm2x16(a0); }
float4 call508(uint a0) { return unpackSnorm4x8(a0); }
float2 call509(uint a0) { return unpackUnorm2x16(a0); }
float4 call510(uint a0) { return unpackUnorm4x8(a0); }
uint call511(uint a0, uint a1, uint &a2) { return usubBorrow(a0, a1, a2); }
uint2 call512(uint2 a0, uint2 a1, uint2 &a2) { return usubBorrow(a0, a1, a2); }
uint3 call513(uint3 a0, uint3 a1, uint3 &a2) { return usubBorrow(a0, a1, a2); }
uint4 call514(uint4 a0, uint4 a1, uint4 &a2) { return usubBorrow(a0, a1, a2); }
float call515(float a0) { return simd_broadcast_first(a0); }
float2 call516(float2 a0) { return simd_broadcast_first(a0); }
float3 call517(float3 a0) { return simd_broadcast_first(a0); }
float4 call518(float4 a0) { return simd_broadcast_first(a0); }
int call519(int a0) { return simd_broadcast_first(a0); }
int2 call520(int2 a0) { return simd_broadcast_first(a0); }
int3 call521(int3 a0) { return simd_broadcast_first(a0); }
int4 call522(int4 a0) { return simd_broadcast_first(a0); }
uint call523(uint a0) { return simd_broadcast_first(a0); }
uint2 call524(uint2 a0) { return simd_broadcast_first(a0); }
uint3 call525(uint3 a0) { return simd_broadcast_first(a0); }
uint4 call526(uint4 a0) { return simd_broadcast_first(a0); }
float call527(float a0) { return simd_max(a0); }
float2 call528(float2 a0) { return simd_max(a0); }
float3 call529(float3 a0) { return simd_max(a0); }
float4 call530(float4 a0) { return simd_max(a0); }
int call531(int a0) { return simd_max(a0); }
int2 call532(int2 a0) { return simd_max(a0); }
int3 call533(int3 a0) { return simd_max(a0); }
int4 call534(int4 a0) { return simd_max(a0); }
uint call535(uint a0) { return simd_max(a0); }
uint2 call536(uint2 a0) { return simd_max(a0); }
uint3 call537(uint3 a0) { return simd_max(a0); }
uint4 call538(uint4 a0) { return simd_max(a0); }
float call539(float a0) { return simd_min(a0); }
float2 call540(float2 a0) { return simd_min(a0); }
float3 call541(float3 a0) { return simd_min(a0); }
float4 call542(float4 a0) { return simd_min(a0); }
int call543(int a0) { return simd_min(a0); }
int2 call544(int2 a0) { return simd_min(a0); }
int3 call545(int3 a0) { return simd_min(a0); }
int4 call546(int4 a0) { return simd_min(a0); }
uint call547(uint a0) { return simd_min(a0); }
uint2 call548(uint2 a0) { return simd_min(a0); }
uint3 call549(uint3 a0) { return simd_min(a0); }
uint4 call550(uint4 a0) { return simd_min(a0); }
int call551(int a0) { return simd_or(a0); }
int2 call552(int2 a0) { return simd_or(a0); }
int3 call553(int3 a0) { return simd_or(a0); }
int4 call554(int4 a0) { return simd_or(a0); }
uint call555(uint a0) { return simd_or(a0); }
uint2 call556(uint2 a0) { return simd_or(a0); }
uint3 call557(uint3 a0) { return simd_or(a0); }
uint4 call558(uint4 a0) { return simd_or(a0); }
bool call559(float a0, float a1, float a2) { return in_range_inclusive(a0, a1, a2); }
bool call560(float2 a0, float2 a1, float2 a2) { return in_range_inclusive(a0, a1, a2); }
bool call561(float3 a0, float3 a1, float3 a2) { return in_range_inclusive(a0, a1, a2); }
bool call562(float4 a0, float4 a1, float4 a2) { return in_range_inclusive(a0, a1, a2); }
bool call563(int a0, int a1, int a2) { return in_range_inclusive(a0, a1, a2); }
bool call564(int2 a0, int2 a1, int2 a2) { return in_range_inclusive(a0, a1, a2); }
bool call565(int3 a0, int3 a1, int3 a2) { return in_range_inclusive(a0, a1, a2); }
bool call566(int4 a0, int4 a1, int4 a2) { return in_range_inclusive(a0, a1, a2); }
bool call567(uint a0, uint a1, uint a2) { return in_range_inclusive(a0, a1, a2); }
bool call568(uint2 a0, uint2 a1, uint2 a2) { return in_range_inclusive(a0, a1, a2); }
bool call569(uint3 a0, uint3 a1, uint3 a2) { return in_range_inclusive(a0, a1, a2); }
bool call570(uint4 a0, uint4 a1, uint4 a2) { return in_range_inclusive(a0, a1, a2); }
bool call571(float a0, float a1, float a2) { return in_range_exclusive(a0, a1, a2); }
bool call572(float2 a0, float2 a1, float2 a2) { return in_range_exclusive(a0, a1, a2); }
bool call573(float3 a0, float3 a1, float3 a2) { return in_range_exclusive(a0, a1, a2); }
bool call574(float4 a0, float4 a1, float4 a2) { return in_range_exclusive(a0, a1, a2); }
bool call575(int a0, int a1, int a2) { return in_range_exclusive(a0, a1, a2); }
bool call576(int2 a0, int2 a1, int2 a2) { return in_range_exclusive(a0, a1, a2); }
bool call577(int3 a0, int3 a1, int3 a2) { return in_range_exclusive(a0, a1, a2); }
bool call578(int4 a0, int4 a1, int4 a2) { return in_range_exclusive(a0, a1, a2); }
bool call579(uint a0, uint a1, uint a2) { return in_range_exclusive(a0, a1, a2); }
bool call580(uint2 a0, uint2 a1, uint2 a2) { return in_range_exclusive(a0, a1, a2); }
bool call581(uint3 a0, uint3 a1, uint3 a2) { return in_range_exclusive(a0, a1, a2); }
bool call582(uint4 a0, uint4 a1, uint4 a2) { return in_range_exclusive(a0, a1, a2); }
