void main()
{
  counts[gl_LocalInvocationIndex & 7u] = gl_GlobalInvocationID.x;
  barrier();
  moved[gl_GlobalInvocationID.x].age += float(counts[gl_GlobalInvocationID.y & 7u]);
  imageStore(picture, ivec2(gl_GlobalInvocationID.xy), vec4(1.0));
}
