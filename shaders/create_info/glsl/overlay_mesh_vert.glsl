#pragma BLENDER_REQUIRE(view_lib.glsl)

void main()
{
  vec3 world = (model_matrix * vec4(pos, 1.0)).xyz;
  gl_Position = to_clip_space(world);
  overlay_data.color = OVERLAY_COLOR;
  overlay_data.normal = mat3(model_matrix) * nor;
#ifdef WITH_IDS
  overlay_flat.element_id = element;
  overlay_flat.is_selected = int(element == overlay.selected);
  if (overlay_flat.is_selected != 0) {
    overlay_data.color = vec4(1.0, 0.6, 0.1, 1.0);
  }
#endif
#ifdef USE_CLIP_PLANE
  gl_ClipDistance[0] = distance_to_clip_plane(world);
#endif
}
