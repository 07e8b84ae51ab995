// Functions of the view.

vec4 to_clip_space(vec3 world)
{
  vec4 position = view.view_projection * vec4(world, 1.0);
  if ((view.flags & VIEW_FLIPPED) != 0u) {
    position.y = -position.y;
  }
  return position;
}

float distance_to_clip_plane(vec3 world)
{
  return dot(view.clip_plane, vec4(world, 1.0));
}
