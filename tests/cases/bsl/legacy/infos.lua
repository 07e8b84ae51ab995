CreateInfo("view_base")
  :typedef_source("view_shared.hh")
  :uniform_buf(0, "View", "view")
  :push_constant(Type.float4, "tint")

CreateInfo("textured")
  :sampler(0, ImageType.Float2D, "albedo")
  :storage_buf(1, Qualifier.read, "float", "weights[]")
  :specialization_constant(Type.float, "gain", 2.5)
  :compilation_constant(Type.int, "layers", 3)
  :additional_info("view_base")

CreateInfo("other")
  :image(2, Format.SFLOAT_32, Qualifier.read_write, ImageType.Float2D, "heights")
