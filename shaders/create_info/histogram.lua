-- The histogram of an image, by compute stages: bins of a group in shared memory, then added to those of all groups.

CreateInfo("histogram_base")
  :typedef_source("shared/histogram_shared.hh")
  :uniform_buf(0, "HistogramParams", "params")
  :storage_buf(0, Qualifier.read_write, "uint", "bins[HISTOGRAM_BINS]")

CreateInfo("histogram_count")
  :local_group_size(8, 8)
  :image(0, Format.SFLOAT_32_32_32_32, Qualifier.read, ImageType.Float2D, "image_img")
  :shared_variable(Type.uint, "group_bins[HISTOGRAM_BINS]")
  :builtins(BuiltinBits.GLOBAL_INVOCATION_ID + BuiltinBits.LOCAL_INVOCATION_INDEX)
  :compute_source("glsl/histogram_count_comp.glsl")
  :compute_function("count_pixels")
  :additional_info("histogram_base")
  :do_static_compilation(true)

CreateInfo("histogram_prefix")
  :local_group_size(64)
  :shared_variable(Type.uint, "sums[HISTOGRAM_BINS]")
  :compute_source("glsl/histogram_prefix_comp.glsl")
  :storage_buf(1, Qualifier.write, "uint", "prefix[HISTOGRAM_BINS]")
  :additional_info("histogram_base")
  :do_static_compilation(true)
