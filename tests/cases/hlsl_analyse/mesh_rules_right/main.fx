// entries: mesh Counts, mesh CountsInHelper, mesh CountsWithOutputs, mesh CountsAfterReturn, mesh CountsInOneArm, mesh CountsBehindOutputs, mesh CountsByConstant, mesh PayloadCopied, mesh PayloadOfMost, mesh AllThreads, amplification Dispatch, amplification DispatchInHelper, amplification DispatchByConstant, amplification DispatchByArgument, amplification DispatchBehindConditions, amplification DispatchMost
struct Vertex
{
    float4 position : SV_Position;
};

struct Sent
{
    uint first;
};

struct TooMuch
{
    uint all[4097];
};

struct Most
{
    uint all[4096];
};

groupshared Sent s_Sent;
groupshared TooMuch s_TooMuch;
groupshared Most s_Most;
static Sent s_OfThread;
static const uint c_Dispatches = 1;

cbuffer Constants
{
    uint g_Count;
};

void Increase(inout Sent sent)
{
    sent.first += 1;
}

void Send()
{
    DispatchMesh(1, 1, 1, s_Sent);
}

void SendIf(bool sends)
{
    if (sends)
    {
        Send();
    }
}

void Count(uint vertexCount)
{
    SetMeshOutputCounts(vertexCount, 1);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void Counts(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void CountsInHelper(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    Count(3);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void CountsWithOutputs(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    if (group.x == 1)
    {
        SetMeshOutputCounts(3, 1);
        if (at < 3)
        {
            vertices[at].position = at;
        }
        triangles[0] = uint3(0, 1, 2);
    }
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void CountsAfterReturn(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    if (g_Count == 1)
    {
        return;
    }
    SetMeshOutputCounts(3, 1);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void CountsInOneArm(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    if (group.x == 1)
    {
        SetMeshOutputCounts(3, 1);
    }
    else
    {
        return;
    }
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void CountsBehindOutputs(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
    SetMeshOutputCounts(3, 1);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void CountsByConstant(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    if (c_Dispatches == 1)
    {
        SetMeshOutputCounts(3, 1);
    }
    else
    {
        SetMeshOutputCounts(0, 0);
    }
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void PayloadCopied(uint at : SV_GroupIndex, uint3 group : SV_GroupID, in payload Sent sent, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    Sent copy = sent;
    copy.first = 4;
    Increase(copy);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void PayloadOfMost(uint at : SV_GroupIndex, uint3 group : SV_GroupID, in payload Most sent, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(32, 4, 1)]
void AllThreads(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[numthreads(4, 1, 1)]
void Dispatch(uint at : SV_GroupIndex)
{
    s_Sent.first = at;
    DispatchMesh(1, 1, 1, s_Sent);
}

[numthreads(4, 1, 1)]
void DispatchInHelper(uint at : SV_GroupIndex)
{
    Send();
}

[numthreads(4, 1, 1)]
void DispatchByConstant(uint at : SV_GroupIndex)
{
    if (c_Dispatches == 1)
    {
        DispatchMesh(1, 1, 1, s_Sent);
    }
}

[numthreads(4, 1, 1)]
void DispatchByArgument(uint at : SV_GroupIndex)
{
    SendIf(true);
}

[numthreads(4, 1, 1)]
void DispatchBehindConditions(uint at : SV_GroupIndex)
{
    uint count = 0;
    if (g_Count > 2)
    {
        count = 1;
    }
    for (uint i = 0; i < g_Count; ++i)
    {
        if (i == 3)
        {
            break;
        }
        count += 1;
    }
    DispatchMesh(count, 1, 1, s_Sent);
}

[numthreads(4, 1, 1)]
void DispatchMost(uint at : SV_GroupIndex)
{
    s_Most.all[0] = at;
    DispatchMesh(1, 1, 1, s_Most);
}
