// entries: mesh NoCounts, mesh CountsTwice, mesh CountsInBoth, mesh CountsOnOnePath, mesh CountsInLoop, mesh PayloadWritten, mesh PayloadPassed, mesh PayloadTooLarge, mesh PayloadNumber, mesh OutputOfItsOwn, mesh ManyThreads, amplification NoDispatch, amplification DispatchTwice, amplification DispatchInBoth, amplification DispatchOnOnePath, amplification DispatchInHelper, amplification DispatchAfterReturn, amplification DispatchInLoop, amplification DispatchOfLocal, amplification DispatchOfStatic, amplification DispatchTooMuch, amplification ManyThreadsSend
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

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void NoCounts(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void CountsTwice(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    SetMeshOutputCounts(3, 1);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void CountsInBoth(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    if (group.x == 1)
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
void CountsOnOnePath(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    if (group.x == 1)
    {
        SetMeshOutputCounts(3, 1);
    }
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void CountsInLoop(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    for (uint i = 0; i < g_Count; ++i)
    {
        SetMeshOutputCounts(3, 1);
    }
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void PayloadWritten(uint at : SV_GroupIndex, uint3 group : SV_GroupID, in payload Sent sent, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    sent.first = 4;
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void PayloadPassed(uint at : SV_GroupIndex, uint3 group : SV_GroupID, in payload Sent sent, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    Increase(sent);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void PayloadTooLarge(uint at : SV_GroupIndex, uint3 group : SV_GroupID, in payload TooMuch sent, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void PayloadNumber(uint at : SV_GroupIndex, uint3 group : SV_GroupID, in payload uint sent, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void OutputOfItsOwn(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out float4 colour : COLOR, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    colour = 1;
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(43, 3, 1)]
void ManyThreads(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[numthreads(4, 1, 1)]
void NoDispatch(uint at : SV_GroupIndex)
{
    s_Sent.first = at;
}

[numthreads(4, 1, 1)]
void DispatchTwice(uint at : SV_GroupIndex)
{
    DispatchMesh(1, 1, 1, s_Sent);
    DispatchMesh(2, 1, 1, s_Sent);
}

[numthreads(4, 1, 1)]
void DispatchInBoth(uint at : SV_GroupIndex)
{
    if (g_Count == 1)
    {
        DispatchMesh(1, 1, 1, s_Sent);
    }
    else
    {
        Send();
    }
}

[numthreads(4, 1, 1)]
void DispatchOnOnePath(uint at : SV_GroupIndex)
{
    if (g_Count == 1)
    {
        DispatchMesh(1, 1, 1, s_Sent);
    }
}

[numthreads(4, 1, 1)]
void DispatchInHelper(uint at : SV_GroupIndex)
{
    SendIf(g_Count == 1);
}

[numthreads(4, 1, 1)]
void DispatchAfterReturn(uint at : SV_GroupIndex)
{
    if (g_Count == 1)
    {
        return;
    }
    DispatchMesh(1, 1, 1, s_Sent);
}

[numthreads(4, 1, 1)]
void DispatchInLoop(uint at : SV_GroupIndex)
{
    for (uint i = 0; i < g_Count; ++i)
    {
        DispatchMesh(1, 1, 1, s_Sent);
    }
}

[numthreads(4, 1, 1)]
void DispatchOfLocal(uint at : SV_GroupIndex)
{
    Sent sent;
    sent.first = at;
    DispatchMesh(1, 1, 1, sent);
}

[numthreads(4, 1, 1)]
void DispatchOfStatic(uint at : SV_GroupIndex)
{
    s_OfThread.first = at;
    DispatchMesh(1, 1, 1, s_OfThread);
}

[numthreads(4, 1, 1)]
void DispatchTooMuch(uint at : SV_GroupIndex)
{
    s_TooMuch.all[0] = at;
    DispatchMesh(1, 1, 1, s_TooMuch);
}

[numthreads(192, 1, 1)]
void ManyThreadsSend(uint at : SV_GroupIndex)
{
    Send();
}
