CreateInfo("odd"):typedef_source("odd.hh"):uniform_buf(0, "Circle", "circle"):storage_buf(0, Qualifier.write, "float4", "results[]")
  :local_group_size(1):do_static_compilation(true)
  :compute_source_generated("void main() { results[0] = circle.a; }")
