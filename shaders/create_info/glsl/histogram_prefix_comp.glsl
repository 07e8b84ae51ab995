void main()
{
  uint local = gl_LocalInvocationIndex;
  sums[local] = bins[local];
  barrier();
  for (uint reach = 1u; reach < HISTOGRAM_BINS; reach <<= 1u) {
    uint before = local >= reach ? sums[local - reach] : 0u;
    barrier();
    sums[local] += before;
    barrier();
  }
  prefix[local] = sums[local];
  if (local == 0u) {
    bins[0] += uint(params.image_size.x == 0);
  }
}
