// Settings of the mesh overlays.
#pragma once

#include "view_shared.hh"

struct OverlayParams {
  float4 edge_color;
  float4 face_color;
  float4 point_color;
  float edge_width;
  float point_size;
  float alpha;
  uint selected;
};
