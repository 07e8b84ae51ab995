uint bin_of(vec3 color)
{
  float luminance = dot(color, vec3(0.2126, 0.7152, 0.0722));
  float place = (luminance - params.lowest) * params.scale;
  return uint(clamp(place, 0.0, 1.0) * float(HISTOGRAM_BINS - 1) + 0.5);
}

void count_pixels()
{
  uint local = gl_LocalInvocationIndex;
  if (local < HISTOGRAM_BINS) {
    group_bins[local] = 0u;
  }
  barrier();
  ivec2 texel = ivec2(gl_GlobalInvocationID.xy);
  if (all(lessThan(texel, params.image_size))) {
    atomicAdd(group_bins[bin_of(imageLoad(image_img, texel).rgb)], 1u);
  }
  barrier();
  if (local < HISTOGRAM_BINS && group_bins[local] != 0u) {
    atomicAdd(bins[local], group_bins[local]);
  }
}
