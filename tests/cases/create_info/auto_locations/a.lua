CreateInfo("numbered")
  :auto_resource_location(true)
  :sampler(7, ImageType.Float2D, "pass_b"):sampler(7, ImageType.Float2D, "batch_a", Frequency.BATCH)
  :sampler(0, ImageType.Float2D, "geometry_c", Frequency.GEOMETRY):sampler(3, ImageType.Float2D, "pass_d")
  :uniform_buf(9, "U", "u"):storage_buf(9, Qualifier.read, "S", "s"):image(9, Format.UNORM_8, Qualifier.read, ImageType.Float2D, "i")
  :additional_info("more")
-- Not inherited: `more` keeps its slots.
CreateInfo("more"):sampler(5, ImageType.Float2D, "more_tx")
