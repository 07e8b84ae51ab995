// </script><script>alert("text of a shader")</script>
int g_nSize;

[numthreads(1, 1, 1)]
void main(uint at : SV_GroupIndex)
{
}
