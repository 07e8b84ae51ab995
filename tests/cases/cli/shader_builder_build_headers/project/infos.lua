CreateInfo("right"):typedef_source("right.hh"):uniform_buf(0, "Whole", "whole"):storage_buf(0, Qualifier.write, "float4", "results[]")
  :local_group_size(1):do_static_compilation(true)
  :compute_source_generated("void main() { results[SECOND] = whole.colors[1] * whole.parts[1].size + (whole.mode == MODE_B ? 1.0 : 0.0); }")
