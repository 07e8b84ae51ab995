-- Mesh overlays, in four levels: view_base, overlay_base, overlay_mesh, and what is drawn. `overlay_base` comes to
-- `overlay_points` on two ways, and is merged once.

Interface("overlay_iface", "overlay_data")
  :smooth(Type.float4, "color")
  :smooth(Type.float3, "normal")

Interface("overlay_flat_iface", "overlay_flat")
  :flat(Type.uint, "element_id")
  :flat(Type.int, "is_selected")

CreateInfo("overlay_base")
  :typedef_source("shared/overlay_shared.hh")
  :uniform_buf(1, "OverlayParams", "overlay")
  :additional_info("view_base", "display_output")

CreateInfo("overlay_mesh")
  :vertex_in(0, Type.float3, "pos")
  :vertex_in(1, Type.float3_10_10_10_2, "nor")
  :push_constant(Type.float4x4, "model_matrix")
  :additional_info("overlay_base")

CreateInfo("overlay_ids")
  :vertex_in(2, Type.uint, "element")
  :vertex_out("overlay_flat_iface")
  :fragment_out(1, Type.uint, "out_id")
  :define("WITH_IDS")
  :additional_info("overlay_base")

CreateInfo("overlay_faces")
  :vertex_out("overlay_iface")
  :vertex_source("glsl/overlay_mesh_vert.glsl")
  :fragment_source("glsl/overlay_frag.glsl")
  :additional_info("overlay_mesh")
  :define("OVERLAY_COLOR", "overlay.face_color")
  :do_static_compilation(true)

CreateInfo("overlay_edges")
  :vertex_out("overlay_iface")
  :vertex_source("glsl/overlay_mesh_vert.glsl")
  :fragment_source("glsl/overlay_frag.glsl")
  :additional_info("overlay_mesh")
  :define("OVERLAY_COLOR", "overlay.edge_color")
  :depth_write(DepthWrite.LESS)
  :define("PULL_FORWARD")
  :do_static_compilation(true)

CreateInfo("overlay_points")
  :vertex_out("overlay_iface")
  :vertex_source("glsl/overlay_mesh_vert.glsl")
  :fragment_source("glsl/overlay_frag.glsl")
  :additional_info("overlay_mesh", "overlay_ids")
  :define("OVERLAY_COLOR", "overlay.point_color")
  :do_static_compilation(true)

CreateInfoVariant("overlay_faces_clipped", {"overlay_faces", "clip_plane"})
