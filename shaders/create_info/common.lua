-- What all sets share: the view, positions, and the curve of displays.

CreateInfo("view_base")
  :typedef_source("shared/view_shared.hh")
  :uniform_buf(0, "ViewParams", "view", Frequency.BATCH)

CreateInfo("clip_plane")
  :define("USE_CLIP_PLANE")
  :builtins(BuiltinBits.CLIP_DISTANCES)
  :additional_info("view_base")

CreateInfo("display_output")
  :fragment_out(0, Type.float4, "out_color")
  :specialization_constant(Type.float, "display_gamma", 2.2)
