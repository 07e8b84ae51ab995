// Linear blend skinning with up to four bones a vertex. Binding: b5.
#ifndef SKINNING_FXH
#define SKINNING_FXH

// 3 rows of 16 bytes each: 256 bones fit a constant buffer of 12 KB.
#define kMAX_BONES 256

cbuffer Bones : register(b5)
{
    // Rows of the 3x4 matrix from bind pose to model space.
    float4 g_BoneRows[kMAX_BONES * 3];
};

struct BoneTransform
{
    float4 row0;
    float4 row1;
    float4 row2;
};

void AccumulateBone(inout BoneTransform sum, uint bone, float weight)
{
    uint base = min(bone, (uint)(kMAX_BONES - 1)) * 3u;
    sum.row0 += g_BoneRows[base] * weight;
    sum.row1 += g_BoneRows[base + 1u] * weight;
    sum.row2 += g_BoneRows[base + 2u] * weight;
}

BoneTransform BlendBones(uint4 bones, float4 weights)
{
    // Weights are stored as 8-bit fractions; their sum is rarely exactly one.
    float4 w = weights / max(dot(weights, float4(1.0, 1.0, 1.0, 1.0)), 1e-3);
    BoneTransform sum;
    sum.row0 = float4(0.0, 0.0, 0.0, 0.0);
    sum.row1 = float4(0.0, 0.0, 0.0, 0.0);
    sum.row2 = float4(0.0, 0.0, 0.0, 0.0);
    AccumulateBone(sum, bones.x, w.x);
    AccumulateBone(sum, bones.y, w.y);
    AccumulateBone(sum, bones.z, w.z);
    AccumulateBone(sum, bones.w, w.w);
    return sum;
}

float3 SkinPoint(BoneTransform bone, float3 p)
{
    float4 q = float4(p, 1.0);
    return float3(dot(bone.row0, q), dot(bone.row1, q), dot(bone.row2, q));
}

float3 SkinVector(BoneTransform bone, float3 v)
{
    return float3(dot(bone.row0.xyz, v), dot(bone.row1.xyz, v), dot(bone.row2.xyz, v));
}

#endif
