// The stack machine of PSL: draws the program in a buffer, without a pipeline of its own for each program.
// Branches leave out groups of functions that a program does not use; `uberc psl compile` writes programs.
// With the header that `uberc psl compile --target uses -o psl_uses.fxh` writes, and the define PSL_USES=1, it is a machine for one
// program: it has no opcode, operator or function that the program does not use.

#ifdef PSL_USES
#include "psl_uses.fxh"
#endif

#include "psl_values.fxh"

bool g_bMath;           // functions of single lanes, and those that mix values
bool g_bGeometry;       // dot, cross, reflect and their kin
bool g_bTextures;       // the frame before, camera, video
bool g_bAudio;          // the audio texture
bool g_bProgramTexture; // the program is a texture of 64 by 64 texels, for targets without storage buffers
bool g_bSmall;          // 32 registers and 16 values on the stack
bool g_bTrace;          // shows the number of steps instead of the result

// Powers of two. The small machine is for programs of few variables: `uberc psl compile --stats` counts them.
#ifndef kREGISTERS
#define kREGISTERS 256u
#endif
#ifndef kSTACK
#define kSTACK 128u
#endif
#ifndef kJUMP_BUDGET
#define kJUMP_BUDGET 2000u
#endif
#define kSLOTS 4092u

StructuredBuffer<uint4> g_Program : register(t4);
Texture2D<uint4> g_ProgramTexture : register(t5);

static uint4 s_Registers[kREGISTERS];
static uint4 s_Stack[kSTACK];
static uint s_Top;

uint4 Slot(uint slot)
{
    if (g_bProgramTexture)
        return g_ProgramTexture.Load(int3(slot & 63u, slot >> 6u, 0));
    return g_Program[slot];
}

void Push(uint4 value)
{
    if (s_Top < kSTACK)
        s_Stack[s_Top] = value;
    s_Top++;
}

uint4 Pop()
{
    if (s_Top == 0u)
        return uint4(0u, 0u, 0u, 0u);
    s_Top--;
    return s_Stack[s_Top & (kSTACK - 1u)];
}

// The value of a function; a program without a group of functions leaves it out.
float4 Evaluate(uint id, float4 a, float4 b, float4 c, float4 d)
{
    if (g_bMath)
    {
        if (PslIsMath(id))
            return PslMath(id, a, b, c, d);
    }
    if (g_bGeometry)
    {
        if (PslIsGeometry(id))
            return PslGeometry(id, a, b, c, d);
    }
    if (g_bTextures)
    {
        if (PslIsTextures(id))
            return PslTextures(id, a, b, c, d);
    }
    if (g_bAudio)
    {
        if (PslIsAudio(id))
            return PslAudio(id, a, b, c, d);
    }
    return PslPlain(id, a, b, c, d);
}

uint4 Swizzle(uint4 value, uint4 lanes)
{
    uint4 numbers = PslNumbers(value, 0u);
    uint4 result = uint4(kNO_LANE, kNO_LANE, kNO_LANE, kNO_LANE);
    uint4 from = (uint4)round(asfloat(PslNumbers(lanes, 0u)));
    result.x = PslSelected(numbers, from.x);
    result.y = PslSelected(numbers, from.y);
    result.z = PslSelected(numbers, from.z);
    result.w = PslSelected(numbers, from.w);
    return result;
}

uint4 Call(uint id)
{
    uint arity = PslArity(id);
    uint4 operands[4];
    operands[0] = uint4(0u, 0u, 0u, 0u);
    operands[1] = operands[0];
    operands[2] = operands[0];
    operands[3] = operands[0];
    if (arity > 3u) operands[3] = Pop();
    if (arity > 2u) operands[2] = Pop();
    if (arity > 1u) operands[1] = Pop();
    if (arity > 0u) operands[0] = Pop();
    if (id == 29u)
        return Swizzle(operands[0], operands[1]);
    uint first = PslWidth(operands[0]);
    uint widest = first;
    if (arity > 1u) widest = max(widest, PslWidth(operands[1]));
    if (arity > 2u) widest = max(widest, PslWidth(operands[2]));
    bool pads = PslPads(id);
    uint missing = id == 48u ? 0x3f800000u : 0u;
    float4 a = PslOperand(operands[0], pads, widest, missing);
    float4 b = PslOperand(operands[1], pads, widest, missing);
    float4 c = PslOperand(operands[2], pads, widest, missing);
    float4 d = PslOperand(operands[3], pads, widest, missing);
    uint width = PslResultWidth(id, first, widest);
    return PslCut(asuint(Evaluate(id, a, b, c, d)), width);
}

void SetRegister(uint register_number, uint mask_bits)
{
    uint4 value = Pop();
    if (psl_is_none(mask_bits))
    {
        s_Registers[register_number] = value;
        return;
    }
#if kUSED_MASKS
    uint4 numbers = PslNumbers(value, 0u);
    uint4 kept = s_Registers[register_number];
    uint mask = (uint)round(asfloat(mask_bits));
    uint lane = 0u;
    for (uint divisor = 1000u; divisor > 0u; divisor /= 10u)
    {
        uint digit = (mask / divisor) % 10u;
        if (digit != 0u)
        {
            uint from = PslSelected(numbers, lane + 1u);
            if (digit == 1u) kept.x = from;
            if (digit == 2u) kept.y = from;
            if (digit == 3u) kept.z = from;
            if (digit == 4u) kept.w = from;
            lane++;
        }
    }
    s_Registers[register_number] = kept;
#endif
}

float4 Run(float2 uv)
{
    psl_uv_value = uv;
    s_Top = 0u;
    for (uint at = 0u; at < kREGISTERS; at++)
        s_Registers[at] = uint4(0u, 0u, 0u, 0u);
    uint jumps = 0u;
    uint steps = 0u;
    uint slot = 0u;
    [loop] while (slot < kSLOTS && jumps <= kJUMP_BUDGET)
    {
        uint opcode = (uint)round(asfloat(Slot(slot).x));
        if (opcode == 0u)
            break;
        uint4 operand = Slot(slot + 1u);
        uint number = psl_is_none(operand.x) ? 0u : (uint)round(asfloat(operand.x));
        slot += 2u;
        steps++;
        switch (opcode)
        {
#if kUSED_OPCODES & 0x2
        case 1u:
            Push(operand);
            break;
#endif
#if kUSED_OPCODES & 0x4
        case 2u:
            Push(s_Registers[number & (kREGISTERS - 1u)]);
            break;
#endif
#if kUSED_OPCODES & 0x8
        case 3u:
        {
            uint4 right = Pop();
            uint4 left = Pop();
            Push(PslBinary(number, left, right));
            break;
        }
#endif
#if kUSED_OPCODES & 0x10
        case 4u:
            Push(PslUnary(number, Pop()));
            break;
#endif
#if kUSED_OPCODES & 0x20
        case 5u:
            Push(Call(number));
            break;
#endif
#if kUSED_OPCODES & 0x40
        case 6u:
            SetRegister(number & (kREGISTERS - 1u), operand.y);
            break;
#endif
#if kUSED_OPCODES & 0x80
        case 7u:
            slot = number;
            jumps++;
            break;
#endif
#if kUSED_OPCODES & 0x100
        case 8u:
            // 0 and -0; a lane that is no number does not jump.
            if ((Pop().x & 0x7fffffffu) == 0u)
            {
                slot = number;
                jumps++;
            }
            break;
#endif
        default:
            break;
        }
    }
    float4 result = asfloat(PslNumbers(Pop(), 0u));
    if (g_bTrace)
    {
        // Steps from black over red and yellow to white: 256, 4096, 65536.
        float heat = log2((float)steps + 1.0) / 4.0 - 1.0;
        result = float4(saturate(heat), saturate(heat - 1.0), saturate(heat - 2.0), 1.0);
    }
    return result;
}

void MachineVS(uint id : SV_VertexID, out float4 position : SV_Position, out float2 uv : TEXCOORD0)
{
    uv = float2((id << 1u) & 2u, id & 2u);
    position = float4(uv * 2.0 - 1.0, 0.0, 1.0);
}

float4 MachinePS(float4 position : SV_Position, float2 uv : TEXCOORD0) : SV_Target
{
    return Run(uv);
}
