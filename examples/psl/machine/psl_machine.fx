// The stack machine of PSL: draws the program in a buffer, without a pipeline of its own for each program.
// Branches leave out what a program does not use; `uberc psl compile` writes programs.

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

cbuffer PslEnvironment : register(b0)
{
    // t / 20, t, 2 t, 3 t in seconds.
    float4 g_Time;
    float4 g_DeltaTime;
    float4 g_Button;
    float4 g_Axis;
    float2 g_Resolution;
    float g_HasAudio;
    float g_Unused;
};

StructuredBuffer<uint4> g_Program : register(t4);
Texture2D<uint4> g_ProgramTexture : register(t5);
Texture2D<float4> g_Self : register(t0);
Texture2D<float4> g_Camera : register(t1);
Texture2D<float4> g_Video : register(t2);
Texture2D<float4> g_Audio : register(t3);
SamplerState g_LinearClamp : register(s0);

static uint4 s_Registers[kREGISTERS];
static uint4 s_Stack[kSTACK];
static uint s_Top;
static float2 s_Uv;

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

// Textures have their first row at the top, uv its origin at the bottom.
float2 Place(float2 at)
{
    return float2(at.x, 1.0 - at.y);
}

float4 AudioTexel(int x, int y, bool rows)
{
    if (rows)
    {
        int row = (int)floor((float)x / 128.0);
        y += row;
        x -= row * 128;
    }
    return g_Audio.Load(int3(clamp(x, 0, 127), max(y, 0), 0));
}

float4 AudioAt(uint id, float4 at)
{
    if (g_HasAudio == 0.0)
        return float4(0.0, 0.0, 0.0, 0.0);
    bool rows = id == 67u || id == 69u;
    float4 one = AudioTexel((int)at.x, (int)at.y, rows);
    if (id < 68u)
        return one;
    return lerp(one, AudioTexel((int)at.x + 1, (int)at.y, rows), at.x - floor(at.x));
}

// What a function needs from outside: a program without it has no other operands than numbers.
float4 FromEnvironment(uint id, float4 a)
{
    switch (id)
    {
    case 30u: return float4(s_Uv, 0.0, 0.0);
    case 31u: return float4(20.0 * (s_Uv - 0.5), 0.0, 0.0);
    case 32u: return g_Time;
    case 42u: return float4(g_Resolution, 0.0, 0.0);
    case 43u: return g_Button;
    case 44u: return g_Axis;
    case 46u: return g_DeltaTime;
    default: break;
    }
    if (g_bTextures)
    {
        switch (id)
        {
        case 41u: return g_Self.SampleLevel(g_LinearClamp, Place(a.xy), 0.0);
        case 45u: return g_Camera.SampleLevel(g_LinearClamp, Place(a.xy), 0.0);
        case 47u: return g_Video.SampleLevel(g_LinearClamp, Place(a.xy), 0.0);
        default: break;
        }
    }
    if (g_bAudio)
    {
        if (id >= 66u && id <= 69u)
            return AudioAt(id, a);
    }
    return float4(0.0, 0.0, 0.0, 0.0);
}

float4 Evaluate(uint id, float4 a, float4 b, float4 c, float4 d)
{
    if (id >= 26u && id <= 28u)
        return float4(a.x, b.x, c.x, d.x);
    if (id == 48u)
        return float4(all(a != 0.0) ? 1.0 : 0.0, 0.0, 0.0, 0.0);
    if (id == 49u)
        return float4(any(a != 0.0) ? 1.0 : 0.0, 0.0, 0.0, 0.0);
    if (g_bMath)
    {
        if (id <= 25u || id == 33u)
            return PslMath(id, a, b, c);
    }
    if (g_bGeometry)
    {
        if (id >= 34u && id <= 40u)
            return PslGeometry(id, a, b, c);
    }
    return FromEnvironment(id, a);
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
    if (PslIsNone(mask_bits))
    {
        s_Registers[register_number] = value;
        return;
    }
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
}

float4 Run(float2 uv)
{
    s_Uv = uv;
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
        uint number = PslIsNone(operand.x) ? 0u : (uint)round(asfloat(operand.x));
        slot += 2u;
        steps++;
        switch (opcode)
        {
        case 1u:
            Push(operand);
            break;
        case 2u:
            Push(s_Registers[number & (kREGISTERS - 1u)]);
            break;
        case 3u:
        {
            uint4 right = Pop();
            uint4 left = Pop();
            Push(PslBinary(number, left, right));
            break;
        }
        case 4u:
            Push(PslUnary(number, Pop()));
            break;
        case 5u:
            Push(Call(number));
            break;
        case 6u:
            SetRegister(number & (kREGISTERS - 1u), operand.y);
            break;
        case 7u:
            slot = number;
            jumps++;
            break;
        case 8u:
            // 0 and -0; a lane that is no number does not jump.
            if ((Pop().x & 0x7fffffffu) == 0u)
            {
                slot = number;
                jumps++;
            }
            break;
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
