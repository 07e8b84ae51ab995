// Settings of the histogram.
#pragma once

#ifndef GPU_SHADER
#  include "gpu_types.hh"
#endif

#define HISTOGRAM_BINS 64

struct HistogramParams {
  int2 image_size;
  float lowest;
  float scale;
};
