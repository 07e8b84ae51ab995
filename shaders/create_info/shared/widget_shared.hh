// Instances of widgets and glyphs.
#pragma once

#ifndef GPU_SHADER
#  include "gpu_types.hh"
#endif

#define MAX_WIDGETS 64

struct WidgetInstance {
  float4 rect;
  float4 inner_color;
  float4 border_color;
  float radius;
  float border_width;
  float2 padding;
};

struct Widgets {
  WidgetInstance widgets[MAX_WIDGETS];
};

struct Glyph {
  float4 rect;
  uint color;
  uint atlas_offset;
  int2 atlas_size;
};
