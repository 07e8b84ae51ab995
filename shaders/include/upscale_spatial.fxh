// One frame's samples alone, for pixels without a history: a kernel turned along the edge and stretched on it (the idea of
// AMD's edge-adaptive spatial upsampling, Timothy Lottes, 2021; the edge is found here by a structure tensor).
#ifndef UPSCALE_SPATIAL_FXH
#define UPSCALE_SPATIAL_FXH

#include "upscale_constants.fxh"
#include "upscale_kernels.fxh"
#include "upscale_ycocg.fxh"

// The twelve samples around a position: the inner four and the eight beside them.
//       a b
//     c d e f
//     g h i j
//       k l
struct Rosette
{
    float3 a;
    float3 b;
    float3 c;
    float3 d;
    float3 e;
    float3 f;
    float3 g;
    float3 h;
    float3 i;
    float3 j;
    float3 k;
    float3 l;
};

// Symmetric matrix of summed products of gradients.
struct EdgeTensor
{
    float xx;
    float xy;
    float yy;
};

// Where an edge runs, and what to make of it.
struct Edge
{
    // Unit vector along the edge.
    float2 along;
    // 0 in flat areas and at corners, 1 on a straight edge.
    float coherence;
    // Contrast across it, against the luma it happens at.
    float contrast;
};

float3 PreparedAt(Texture2D<float4> prepared, int2 pixel)
{
    return prepared.Load(int3(ClampToRender(pixel), 0)).rgb;
}

Rosette LoadRosette(Texture2D<float4> prepared, int2 corner)
{
    Rosette r;
    r.a = PreparedAt(prepared, corner + int2(0, -1));
    r.b = PreparedAt(prepared, corner + int2(1, -1));
    r.c = PreparedAt(prepared, corner + int2(-1, 0));
    r.d = PreparedAt(prepared, corner);
    r.e = PreparedAt(prepared, corner + int2(1, 0));
    r.f = PreparedAt(prepared, corner + int2(2, 0));
    r.g = PreparedAt(prepared, corner + int2(-1, 1));
    r.h = PreparedAt(prepared, corner + int2(0, 1));
    r.i = PreparedAt(prepared, corner + int2(1, 1));
    r.j = PreparedAt(prepared, corner + int2(2, 1));
    r.k = PreparedAt(prepared, corner + int2(0, 2));
    r.l = PreparedAt(prepared, corner + int2(1, 2));
    return r;
}

void AddGradient(inout EdgeTensor tensor, float left, float right, float up, float down, float weight)
{
    float gx = right - left;
    float gy = down - up;
    tensor.xx += gx * gx * weight;
    tensor.xy += gx * gy * weight;
    tensor.yy += gy * gy * weight;
}

// Gradients at the inner four, weighted as a bilinear read at `f` would.
EdgeTensor TensorOfRosette(Rosette r, float2 f)
{
    EdgeTensor tensor;
    tensor.xx = 0.0;
    tensor.xy = 0.0;
    tensor.yy = 0.0;
    AddGradient(tensor, r.c.x, r.e.x, r.a.x, r.h.x, (1.0 - f.x) * (1.0 - f.y));
    AddGradient(tensor, r.d.x, r.f.x, r.b.x, r.i.x, f.x * (1.0 - f.y));
    AddGradient(tensor, r.g.x, r.i.x, r.d.x, r.k.x, (1.0 - f.x) * f.y);
    AddGradient(tensor, r.h.x, r.j.x, r.e.x, r.l.x, f.x * f.y);
    return tensor;
}

// Eigenvectors of a symmetric 2x2 matrix in closed form: the smaller value's vector lies along the edge.
Edge EdgeOfTensor(EdgeTensor tensor, float luma)
{
    Edge edge;
    float trace = tensor.xx + tensor.yy;
    float difference = tensor.xx - tensor.yy;
    float root = sqrt(max(difference * difference + 4.0 * tensor.xy * tensor.xy, 0.0));
    float larger = 0.5 * (trace + root);
    float2 across = float2(larger - tensor.yy, tensor.xy);
    float2 other = float2(tensor.xy, larger - tensor.xx);
    // Either form vanishes for an axis-aligned edge of its own direction.
    across = dot(across, across) > dot(other, other) ? across : other;
    float squared = dot(across, across);
    across = squared > 1e-12 ? across * rsqrt(squared) : float2(1.0, 0.0);
    edge.along = float2(-across.y, across.x);
    edge.coherence = trace > 1e-7 ? root / trace : 0.0;
    edge.contrast = saturate(sqrt(max(larger, 0.0)) / max(luma, 1.0 / 64.0));
    return edge;
}

// Offset in the edge's own axes: shrunk along it, so that the kernel reaches further there.
float2 TurnOffset(float2 offset, Edge edge)
{
    float stretch = edge.coherence * edge.contrast;
    float2 scale = float2(1.0 - 0.5 * stretch, 1.0 + 0.4 * stretch);
    float2 across = float2(edge.along.y, -edge.along.x);
    return float2(dot(offset, edge.along), dot(offset, across)) * scale;
}

void AddTap(inout float3 sum, inout float total, float3 color, float2 offset, Edge edge)
{
    float2 turned = TurnOffset(offset, edge);
    float weight = Lanczos2Radial(dot(turned, turned));
    sum += color * weight;
    total += weight;
}

float3 SpatialUpsample(Texture2D<float4> prepared, float2 position)
{
    float2 base = floor(position - 0.5);
    float2 f = position - 0.5 - base;
    Rosette r = LoadRosette(prepared, (int2)base);
    float luma = 0.25 * (r.d.x + r.e.x + r.h.x + r.i.x);
    Edge edge = EdgeOfTensor(TensorOfRosette(r, f), luma);
    float3 sum = float3(0.0, 0.0, 0.0);
    float total = 0.0;
    AddTap(sum, total, r.a, float2(0.0, -1.0) - f, edge);
    AddTap(sum, total, r.b, float2(1.0, -1.0) - f, edge);
    AddTap(sum, total, r.c, float2(-1.0, 0.0) - f, edge);
    AddTap(sum, total, r.d, float2(0.0, 0.0) - f, edge);
    AddTap(sum, total, r.e, float2(1.0, 0.0) - f, edge);
    AddTap(sum, total, r.f, float2(2.0, 0.0) - f, edge);
    AddTap(sum, total, r.g, float2(-1.0, 1.0) - f, edge);
    AddTap(sum, total, r.h, float2(0.0, 1.0) - f, edge);
    AddTap(sum, total, r.i, float2(1.0, 1.0) - f, edge);
    AddTap(sum, total, r.j, float2(2.0, 1.0) - f, edge);
    AddTap(sum, total, r.k, float2(0.0, 2.0) - f, edge);
    AddTap(sum, total, r.l, float2(1.0, 2.0) - f, edge);
    // The lobes ring; the inner four say what can be there.
    float3 lower = min(min(r.d, r.e), min(r.h, r.i));
    float3 upper = max(max(r.d, r.e), max(r.h, r.i));
    return clamp(sum / max(total, kTiny), lower, upper);
}

#endif
