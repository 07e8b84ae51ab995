float more();
void main()
{
  tile[gl_LocalInvocationIndex % SIZE] = imageLoad(in_img, ivec3(gl_GlobalInvocationID));
  barrier();
  if (items[0].kind == KIND_B) {
    imageAtomicAdd(counts_img, ivec2(0), 1u);
  }
  imageStore(out_img, ivec3(0), tile[0] * more());
  items[1].value = tile[1];
}
